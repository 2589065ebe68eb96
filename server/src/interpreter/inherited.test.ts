/** A method that a class inherits is analysed on its instances too, where these are different. */
import { test } from "vitest";
import { check } from "../testing/fixture.ts";

const head = "from sglang.multimodal_gen.runtime.server_args import ServerArgs\n";

test.each([
  [
    "calls a method that is defined below",
    `
class Base:
    def degree(self):
        raise NotImplementedError
    def start(self):
        return ServerArgs(model_path="m", num_gpus=8, sp_degree=self.degree())  # error: [gpu-count-not-divisible]
class Right(Base):
    def degree(self):
        return 4
class Wrong(Base):
    def degree(self):
        return 3
`,
  ],
  [
    "is right below every class that there is",
    `
from abc import ABC, abstractmethod
class Base(ABC):
    @abstractmethod
    def degree(self): ...
    def start(self):
        return ServerArgs(model_path="m", num_gpus=8, sp_degree=self.degree())
class Right(Base):
    def degree(self):
        return 4
`,
  ],
  [
    "reads an attribute of the class",
    `
class Base:
    gpus = 8
    degree = 4
    def start(self):
        return ServerArgs(model_path="m", num_gpus=self.gpus, sp_degree=self.degree)  # error: [gpu-count-not-divisible]
class Wrong(Base):
    degree = 3
`,
  ],
  [
    "reads what another constructor makes",
    `
class Base:
    def __init__(self, degree=4):
        self.degree = degree
    def start(self):
        return ServerArgs(model_path="m", num_gpus=8, sp_degree=self.degree)  # error: [gpu-count-not-divisible]
class Wrong(Base):
    def __init__(self):
        super().__init__(degree=3)
`,
  ],
  [
    "reads the default of a field",
    `
from dataclasses import dataclass
@dataclass
class Base:
    gpus: int = 8
    degree: int = 4
    def start(self):
        return ServerArgs(model_path="m", num_gpus=self.gpus, sp_degree=self.degree)
class Kept(Base):
    def other(self):
        return 3
`,
  ],
  [
    "uses it through another method, two classes below",
    `
class Base:
    def degree(self):
        return 4
    @property
    def layout(self):
        return {"num_gpus": 8, "sp_degree": self.degree()}  # error: [gpu-count-not-divisible]
    def start(self):
        return ServerArgs(model_path="m", **self.layout)
class Middle(Base):
    pass
class Wrong(Middle):
    def degree(self):
        return 3
`,
  ],
  [
    "is defined anew as well",
    `
class Base:
    def degree(self):
        return 4
    def start(self):
        return ServerArgs(model_path="m", num_gpus=8, sp_degree=self.degree())
class Right(Base):
    def degree(self):
        return 3
    def start(self):
        return ServerArgs(model_path="m", num_gpus=9, sp_degree=self.degree())
`,
  ],
  [
    "stands in a function",
    `
def make():
    class Base:
        def start(self):
            return ServerArgs(model_path="m", num_gpus=8, sp_degree=self.degree)  # error: [gpu-count-not-divisible]
    class Wrong(Base):
        degree = 3
    return Wrong
`,
  ],
])("a method that %s", async (_, program) => {
  await check(`${head}${program}`);
});
