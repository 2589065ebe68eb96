export { readConfigFile, type ConfigFile, type ConfigValue } from "./config-file.ts";
export * from "./launch.ts";
export { LaunchIndex, type Launch } from "./launch-index.ts";
export { launchesIn, mayBeLaunchFile, mayLaunch } from "./read.ts";
export { resolveTarget, type Workspace } from "./resolve.ts";
export { flagsOf, type GivenFlag } from "./sglang-flags.ts";
