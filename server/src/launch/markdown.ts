/** Commands in fenced blocks of Markdown. */
import type { ShellTools } from "./shell/tools.ts";
import { blank, joinLaunches, launchesOfEmbedded, type EmbeddedShell } from "./embedded.ts";
import type { Launches } from "./launch.ts";

/** Only problems of scripts are worth a word: in a text, a block that is no command is nobody's mistake. */
export function launchesOfMarkdown(tools: ShellTools, path: string, text: string): Launches {
  const blocks = shellBlocks(text).filter((block) =>
    /python|torchrun|accelerate|deepspeed|sglang|\.(py|sh|slurm|sbatch)\b/.test(block.text),
  );
  const all = joinLaunches(blocks.map((block) => launchesOfEmbedded(tools, block, { path })));
  return { ...all, problems: [] };
}

const maximumBlocks = 500;

/** A fence may be indented, as in a list, and of more than three characters. */
function shellBlocks(text: string): EmbeddedShell[] {
  const blocks: EmbeddedShell[] = [];
  const fence = /^([ \t>]*)(`{3,}|~{3,})[ \t]*\{?\.?([\w+-]*)[^\n`]*$/gm;
  for (let open = fence.exec(text); open !== null && blocks.length < maximumBlocks; open = fence.exec(text)) {
    const [, , marks = "", language = ""] = open;
    const start = fence.lastIndex + 1;
    const close = new RegExp(`^[ \\t>]*${marks}[${marks[0] ?? ""}]*[ \\t\\r]*$`, "gm");
    close.lastIndex = start;
    const end = close.exec(text)?.index ?? text.length;
    fence.lastIndex = Math.max(start, close.lastIndex, end);
    if (!/^(|bash|sh|shell|zsh|console|shell-session|shellsession|terminal|commandline)$/i.test(language)) continue;
    const content = text.slice(start, end);
    if (
      language === "" &&
      !/^[ \t>]*(\$ )?([A-Z_]+=\S* )*(python3?|torchrun|accelerate|deepspeed|sglang|uv run|(ba)?sh|sbatch|\.\/\S+\.sh)\b/m.test(
        content,
      )
    ) {
      continue;
    }
    blocks.push({ text: withoutPrompts(content), offset: start });
  }
  return blocks;
}

/** With prompts, the lines without one are what the commands print. */
function withoutPrompts(block: string): string {
  const lines = block.match(/[^\n]*\n|[^\n]+/g) ?? [];
  const prompt = /^[ \t>]*(\([\w.-]+\) )?(\[?[\w.-]+@[\w.-]+[^$#]*)?[$#%] (?=\S)/;
  const hasPrompts = lines.some((line) => /^[ \t]*(\([\w.-]+\) )?(\[?[\w.-]+@[\w.-]+[^$#\n]*[$#]|\$) /.test(line));
  if (!hasPrompts) return block;
  let continues = false;
  let margin = "";
  return lines
    .map((line) => {
      const found = prompt.exec(line)?.[0];
      // The prompt of a continued line stands where the first one does; farther in, the sign is a redirection.
      const again = continues && line.startsWith(`${margin}> `) ? `${margin}> ` : "";
      if (found !== undefined) margin = /^[ \t]*/.exec(line)?.[0] ?? "";
      const shown =
        found !== undefined
          ? blank(found) + line.slice(found.length)
          : continues
            ? blank(again) + line.slice(again.length)
            : blank(line);
      continues = (found !== undefined || continues) && /\\\s*$/.test(line);
      return shown;
    })
    .join("");
}
