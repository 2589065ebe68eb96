export { readConfigFile, type ConfigFile, type ConfigValue } from "./config-file.ts";
export { findLaunchFiles, type FoundFiles } from "./find.ts";
export * from "./launch.ts";
export { LaunchIndex, type Launch } from "./launch-index.ts";
export { launchesIn, mayBeLaunchFile, mayLaunch } from "./read.ts";
export { resolveTarget, type Workspace } from "./resolve.ts";
export { sglangFields, type SglangField } from "./sglang-flags.ts";
