/** Pydantic models: what their validators make of the fields is what the calls behind them get. */
import { describe, expect, test } from "vitest";
import { check, onlyFinding } from "../testing/fixture.ts";

const model = (validators: string, fields = "", call = "Settings()"): string => `
from typing import Optional
from pydantic import BaseModel, Field, field_validator, model_validator, root_validator, validator
from sglang.multimodal_gen.runtime.server_args import ServerArgs

class Settings(BaseModel):
    gpus: int = Field(default=8, ge=1)
    sp: int = 4
    ulysses: int | None = None
    ring: Optional[int] = None
${fields}
${validators}

settings = ${call}
reveal((settings.gpus, settings.sp, settings.ulysses, settings.ring))`;

describe("validators", () => {
  test.each([
    [
      "of the model, behind the fields",
      `    @model_validator(mode="after")
    def fill(self):
        if self.ring is None:
            self.ring = 1
        if self.ulysses is None:
            self.ulysses = self.sp // self.ring
        return self`,
      "Settings(ring=2)",
      "(8, 4, 2, 2)",
    ],
    [
      "of the model, before the fields",
      `    @model_validator(mode="before")
    @classmethod
    def fill(cls, data):
        data = dict(data)
        data.setdefault("ring", 1)
        data["ulysses"] = data.get("sp", 4) // data["ring"]
        return data`,
      "Settings(sp=8)",
      "(8, 8, 8, 1)",
    ],
    [
      "of a field, behind its type",
      `    @field_validator("sp", "gpus")
    @classmethod
    def double(cls, value: int) -> int:
        return value * 2`,
      'Settings(sp="3")',
      "(8, 6, None, None)",
    ],
    [
      "of a field, before its type, with what is known of the others",
      `    @field_validator("ulysses", mode="before")
    @classmethod
    def fill(cls, value, info):
        return 4 if value == "auto" else value`,
      'Settings(ulysses="auto", ring=2)',
      "(8, 4, 4, 2)",
    ],
    [
      "one behind the other, and the hook of the model before them",
      `    def model_post_init(self, context):
        self.sp = self.sp + 1
    @model_validator(mode="after")
    def first(self):
        self.sp = self.sp * 2
        return self
    @model_validator(mode="after")
    def second(self):
        self.sp = self.sp + 3
        return self`,
      "Settings(sp=1)",
      "(8, 7, None, None)",
    ],
    [
      "of the old kind",
      `    @validator("sp")
    def double(cls, value):
        return value * 2
    @root_validator(pre=True)
    def early(cls, values):
        return {**values, "ring": 2}
    @root_validator
    def late(cls, values):
        values["ulysses"] = values["sp"] // values["ring"]
        return values`,
      "Settings(sp=4)",
      "(8, 8, 4, 2)",
    ],
    [
      "around everything, of which nothing is known",
      `    @model_validator(mode="wrap")
    @classmethod
    def around(cls, data, handler):
        return handler(data)`,
      "Settings(sp=3)",
      "(?, ?, ?, ?)",
    ],
    [
      "that return what is not known",
      `    @model_validator(mode="before")
    @classmethod
    def fill(cls, data):
        return load(data)`,
      "Settings(sp=3)",
      "(?, ?, ?, ?)",
    ],
    [
      "under another decorator",
      `    @field_validator("sp")
    @load
    def check(cls, value):
        return value`,
      "Settings(sp=3)",
      "(?, ?, ?, ?)",
    ],
    ["that are functions of their own", '    checked = field_validator("sp")(load)', "Settings(sp=3)", "(?, ?, ?, ?)"],
    ["of a type", "    rank: Annotated[int, AfterValidator(load)] = 0", "Settings(sp=3)", "(?, ?, ?, ?)"],
  ])("%s", async (_, validators, call, values) => {
    await check(`${model(validators, "", call)}  # revealed: ${values}\n`);
  });

  test("of a base run too, unless they are replaced", async () => {
    await check(`
from pydantic import BaseModel, model_validator

class Base(BaseModel):
    sp: int = 1
    @model_validator(mode="after")
    def first(self):
        self.sp = self.sp + 1
        return self
    @model_validator(mode="after")
    def second(self):
        self.sp = self.sp * 10
        return self

class Settings(Base):
    @model_validator(mode="after")
    def second(self):
        self.sp = self.sp + 5
        return self

reveal(Base().sp)  # revealed: 20
reveal(Settings().sp)  # revealed: 7
`);
  });
});

test.each([
  ["a number that is a text", 'Settings(sp="8")', "(8, 8, None, None)"],
  ["a number that is a text, where None is allowed", 'Settings(ulysses="4", ring="2")', "(8, 4, 4, 2)"],
  ["a text that is no number", 'Settings(ulysses="many")', '(8, 4, Settings(ulysses="many"), None)'],
])("%s becomes what its type says", async (_, call, values) => {
  await check(`${model("", "", call)}  # revealed: ${values}\n`);
});

const program = (sp: number, ulysses: string, handler: string, found = ["", ""]): string => `
import asyncio, sys
from pydantic import BaseModel, Field, model_validator
from sglang.multimodal_gen.runtime.server_args import ServerArgs
from sglang.multimodal_gen import DiffGenerator

class Settings(BaseModel):
    model: str = "Wan-AI/Wan2.2-T2V-A14B-Diffusers"
    gpus: int = Field(default=8, ge=1)
    sp: int = ${sp}
    ulysses: int | None = None
    ring: int | None = None
    cfg: bool = True

    @model_validator(mode="after")
    def fill(self):
        if self.ring is None:
            self.ring = 1
        if self.ulysses is None:
            self.ulysses = ${ulysses}
        return self

async def start(settings: Settings) -> DiffGenerator:
    loop = asyncio.get_running_loop()
    args = ServerArgs.from_kwargs(
        model_path=settings.model, num_gpus=settings.gpus, sp_degree=settings.sp,${found[0] ?? ""}
        ulysses_degree=settings.ulysses, ring_degree=settings.ring, enable_cfg_parallel=settings.cfg,${found[1] ?? ""}
    )
    return await loop.run_in_executor(None, lambda: DiffGenerator.from_server_args(args))

async def amain():
    settings = Settings()
    try:
        generator = await start(settings)
    except ValueError as error:
        print(error, file=sys.stderr)
        ${handler}
    finally:
        print("started")
    results = [r async for r in stream(generator)]
    return 0

async def stream(generator):
    for prompt in ("a", "b"):
        yield await asyncio.to_thread(generator.generate, sampling_params_kwargs={"prompt": prompt})

if __name__ == "__main__":
    raise SystemExit(asyncio.run(amain()))
`;

describe("a program that ends with a status", () => {
  test("is right", async () => {
    const made = await check(program(4, "self.sp // self.ring", "return 2"));
    expect(made.project.check("/project/main.py")?.unfinished).toBe(0);
  });

  test.each(["return 2", "sys.exit(1)", 'sys.exit(f"bad layout: {error}")', "raise SystemExit(2)", "raise"])(
    "fails though it handles the exception: %s",
    async (handler) => {
      const degree = await check(
        program(3, "self.sp // self.ring", handler, ["  # error: [gpu-count-not-divisible]", ""]),
      );
      expect(onlyFinding(degree).message).toBe(
        "num_gpus is 8, which is not divisible by sp_degree = 3. Choose a number of GPUs that is a multiple, or a degree that divides it.",
      );
      const product = await check(
        program(4, "self.gpus // self.ring", handler, ["", "  # error: [sp-degree-product]"]),
      );
      expect(onlyFinding(product).message).toBe(
        "The SP degree is 4 with num_gpus=8, but ulysses 8 * ring 1 is 8. Make them equal, or leave one of them out.",
      );
    },
  );

  test.each(["return 0", "return None", "sys.exit(0)", "sys.exit()", "settings = None; return str(error)"])(
    "goes on, or says that all is well: %s",
    async (handler) => {
      await check(program(3, "self.sp // self.ring", handler));
    },
  );

  test("or returns a number that is no status", async () => {
    await check(
      program(3, "self.sp // self.ring", "return 2").replace(
        "raise SystemExit(asyncio.run(amain()))",
        "asyncio.run(amain())",
      ),
    );
  });
});
