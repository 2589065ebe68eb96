/** Mistakes that are not found, and why: `pipeline/kind`. Whoever finds one takes it off this list. */
const twoSymbols = "nothing relates the two lengths";
const sameByChance = "right where the tensor-parallel degree happens to be the SP degree, and nothing fixes the launch";

export const expectedMisses: Readonly<Record<string, string>> = {
  "h3_arguments/other-sequence": twoSymbols,
  "h3_closure/other-sequence": twoSymbols,
  "h3_torchrun/other-sequence": twoSymbols,
  "h3_branch/tp-degree": sameByChance,
  "h3_builder/tp-degree": sameByChance,
  "h3_sp_group/tp-degree": sameByChance,
  "h3_two_branches/tp-degree": sameByChance,
};
