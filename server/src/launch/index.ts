export { mayChange } from "./shell/written-files.ts";
export { readConfigFile } from "./config-file.ts";
export { findLaunchFiles } from "./find.ts";
export * from "./launch.ts";
export { LaunchIndex, type Launch } from "./launch-index.ts";
export { isScript, mayBeLaunchFile, refused } from "./read.ts";
export { resolveFile, resolveTarget, type Workspace } from "./resolve.ts";
export { sglangFieldNames, sglangFields, type SglangField } from "./sglang-flags.ts";
export { launchesOfPython, mayStartProcesses } from "./subprocess.ts";
