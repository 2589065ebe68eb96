/** `npm run mutation`: puts every documented mistake into every pipeline it fits and prints what is found. */
import { Subject } from "./check.ts";
import { kinds } from "./kinds.ts";
import { mutantsOf } from "./mutants.ts";
import { readPipelines } from "./pipeline.ts";
import { type Result, resultOf, table } from "./results.ts";

const results: Result[] = [];
for (const pipeline of readPipelines()) {
  const subject = await Subject.of(pipeline);
  const findings = subject.findings();
  if (findings.length > 0) console.log(`${pipeline.name} is correct, and yet: ${findings.join(", ")}`);
  for (const mutant of mutantsOf(pipeline, kinds)) {
    const result = resultOf(subject, mutant);
    results.push(result);
    const unexpected = (result.outcome === "missed" || result.outcome === "elsewhere") && result.reason === undefined;
    if (unexpected)
      console.log(`${mutant.name}: ${result.outcome} [${result.found.join(", ")}], due ${mutant.sinks.join(", ")}`);
  }
}
console.log(table(kinds, results));
