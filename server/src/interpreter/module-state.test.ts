/** Variables of modules that are set after the module has run. `?` is what nobody can know. */
import { describe, test } from "vitest";
import { check } from "../testing/fixture.ts";

const config = "#- config.py\nSP = 2\ndef sp():\n    return SP";
const counter = "#- counter.py\ncount = 0\ndef inc():\n    global count\n    count += 1";

describe("a variable of a module", () => {
  test.each<[string, string]>([
    [
      "is what it was set to by its only file",
      `import config\ndef run():\n    reveal(config.SP)  # revealed: 2\n${config}`,
    ],
    [
      "set at the top of the file under analysis",
      `import config\nconfig.SP = 4\nreveal(config.SP)  # revealed: 4\nreveal(config.sp())  # revealed: 4\ndef run():\n    reveal(config.SP)  # revealed: 4\n${config}`,
    ],
    [
      "set by one of its functions",
      `import config\ndef main():\n    config.SP = 4\n    reveal(config.SP)  # revealed: 4\n    reveal(config.sp())  # revealed: 4\ndef run():\n    reveal(config.SP)  # revealed: ?\n${config}`,
    ],
    [
      "set by a module that imports the file under analysis",
      `import config\ndef run():\n    reveal(config.SP)  # revealed: ?\n${config}\n#- start.py\nimport config\nimport main\nconfig.SP = 4\nmain.run()`,
    ],
    [
      "set by a module that it imports",
      `import setup\nimport config\nreveal(config.SP)  # revealed: ?\ndef run():\n    reveal(config.SP)  # revealed: ?\n${config}\n#- setup.py\nimport config as c\nc.SP = 4`,
    ],
    [
      "set by a module that an imported one imports",
      `import a\nimport config\ndef run():\n    reveal(config.SP)  # revealed: ?\n${config}\n#- a.py\nimport parts.b\n#- parts/__init__.py\n#- parts/b.py\nfrom .. import config\nimport config\nconfig.SP = 4`,
    ],
    [
      "set by name",
      `import config\ndef run():\n    reveal(config.SP)  # revealed: ?\n${config}\n#- start.py\nimport config\nsetattr(config, "SP", 4)`,
    ],
    [
      "of a package",
      `from parts import config\ndef run():\n    reveal(config.SP)  # revealed: ?\n#- parts/__init__.py\n#- parts/config.py\nSP = 2\n#- start.py\nimport parts.config\nparts.config.SP = 4`,
    ],
    [
      "of which another module sets another one",
      `import config\ndef run():\n    reveal(config.SP)  # revealed: 2\n${config}\n#- start.py\nimport config\nconfig.TP = 4`,
    ],
    [
      "like an attribute of something else",
      `import config\ndef run(args):\n    args.SP = 8\n    reveal(config.SP)  # revealed: 2\n${config}\n#- start.py\nimport torch\ntorch.SP = 4`,
    ],
    [
      "of the file under analysis that a function sets",
      `SP = 2\ndef setup():\n    global SP\n    SP = 4\n    reveal(SP)  # revealed: 4\ndef run():\n    reveal(SP)  # revealed: ?\nreveal(SP)  # revealed: 2\nsetup()\nreveal(SP)  # revealed: 4`,
    ],
    ["that a function only reads", `SP = 2\ndef run():\n    global SP\n    reveal(SP)  # revealed: 2`],
    [
      "of the file under analysis that another module sets",
      `SP = 2\ndef run():\n    reveal(SP)  # revealed: ?\n#- start.py\nimport main\nmain.SP = 4\nmain.run()`,
    ],
    [
      "that a function of its module sets",
      `import counter\ncounter.inc()\nreveal(counter.count)  # revealed: 1\ncounter.inc()\nreveal(counter.count)  # revealed: 2\ndef run():\n    reveal(counter.count)  # revealed: ?\n${counter}`,
    ],
  ])("%s", async (_, program) => {
    await check(`${program}\n`);
  });
});

describe("a variable that is imported by name", () => {
  test.each<[string, string]>([
    ["that nobody sets", `from config import SP\ndef run():\n    reveal(SP)  # revealed: 2\n${config}`],
    [
      "is not seen to change",
      `from counter import count, inc\nimport counter\nreveal(count)  # revealed: 0\ninc()\nreveal(count)  # revealed: ?\nreveal(counter.count)  # revealed: 1\n${counter}`,
    ],
    [
      "in a function is what it was at first",
      `from counter import count\ndef run():\n    reveal(count)  # revealed: 0\n${counter}`,
    ],
    [
      "that another module may have set before",
      `from config import SP\ndef run():\n    reveal(SP)  # revealed: ?\n${config}\n#- start.py\nimport config\nconfig.SP = 4\nimport main`,
    ],
  ])("%s", async (_, program) => {
    await check(`${program}\n`);
  });
});
