/**
 * Loaded into each measured process before its own program: tells its memory when it is asked to, and what it used in
 * all when it ends. It does nothing else, and does not keep the process alive.
 */
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import type { Memory, Question, Usage } from "../probe.ts";

if (isMainThread) {
  process.on("message", (question: Question) => {
    if (question === "collected") globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ resident: rss, heap: heapUsed, external } satisfies Memory);
  });
  process.channel?.unref();

  const file = process.env["SHARDLINT_BENCHMARK_USAGE"];
  if (file !== undefined) {
    process.on("exit", () => {
      const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
      const usage: Usage = { peak: maxRSS * 1024, cpu: (userCPUTime + systemCPUTime) / 1000 };
      writeFileSync(file, JSON.stringify(usage));
    });
  }
}
