/** The worlds in which a script may be started. */
import type { World } from "./bash.ts";

const patterns: readonly (readonly boolean[])[] = [[], [true], [false, true], [true, true, true]];

/** Every program that is not known answers in each of a few ways, and the caller gives nothing, or every variable. */
export function worldsOf(script: string, isClosed = false): readonly World[] {
  const asked = [
    ...new Set([...script.matchAll(/(?<!-)\b(gpu|tpu|arch|fits|more|next|nproc|ask\d)\b/g)].map(([name]) => name)),
  ];
  const answers = asked.reduce<ReadonlyMap<string, readonly boolean[]>[]>(
    (all, name) => all.flatMap((one) => patterns.map((pattern) => new Map([...one, [name, pattern]]))),
    [new Map()],
  );
  const names = new Set([...script.matchAll(/\$\{?([A-Z])\b/g)].map(([, name = ""]) => name));
  const given = new Map([...names].map((name) => [name, "7"]));
  const mayHandle = /\|\||!|\b(if|while|until) (python|torchrun)/.test(script);
  return answers.flatMap((one): World[] => {
    const plain = { answers: one, environment: new Map(), arguments: [], isFailing: false };
    const asks = !isClosed && (given.size > 0 || /[$]\{?[\d@#*]/.test(script));
    return [
      plain,
      ...(mayHandle ? [{ ...plain, isFailing: true }] : []),
      ...(asks ? [{ ...plain, environment: given, arguments: ["a", "5"] }] : []),
    ];
  });
}
