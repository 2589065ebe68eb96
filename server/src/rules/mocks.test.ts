/** Tests that put something in the place of what a contract describes, or that want what it raises. */
import { describe, test } from "vitest";
import { check } from "../testing/fixture.ts";

const preamble = `
import contextlib
import time
import unittest
from unittest import mock
from unittest.mock import MagicMock, patch
import pytest
import torch
from sglang.multimodal_gen.runtime.distributed import parallel_state
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel
from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel
from sglang.multimodal_gen.runtime.server_args import ServerArgs

initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)
x = torch.zeros(1, 4096, 96)
tags = torch.zeros(4096, dtype=torch.long)
`;

const layout = `ServerArgs("m", num_gpus=4, ulysses_degree=2, ring_degree=4)`;
const forward = "model(x=x, block_token_tags=tags)";
const module = "sglang.multimodal_gen.runtime";

/** A class whose methods are these lines. */
function methods(...lines: readonly string[]): string {
  return lines.map((line) => `    ${line}`).join("\n");
}

describe("silent: something else is called", () => {
  test.each<[string, string]>([
    [
      "monkeypatch on a class",
      `def test_a(monkeypatch):\n    monkeypatch.setattr(ServerArgs, "__post_init__", lambda self: None)\n    ${layout}`,
    ],
    [
      "monkeypatch on the class of a model that is handed in",
      `def test_a(monkeypatch, model):\n    monkeypatch.setattr(MiniMaxH3DiTModel, "forward", lambda *a, **k: None)\n    ${forward}`,
    ],
    [
      "monkeypatch on an instance",
      `def test_a(monkeypatch):\n    model = MiniMaxH3DiTModel()\n    monkeypatch.setattr(model, "forward", lambda **k: None)\n    ${forward}`,
    ],
    [
      "monkeypatch by a path",
      `def test_a(monkeypatch):\n    monkeypatch.setattr("${module}.server_args.ServerArgs.__post_init__", lambda self: None)\n    ${layout}`,
    ],
    [
      "monkeypatch on a module",
      `def test_a(monkeypatch, model):\n    monkeypatch.setattr(parallel_state, "get_sp_world_size", lambda: 1)\n    ${forward}`,
    ],
    [
      "monkeypatch in a context",
      `def test_a(monkeypatch, model):\n    with monkeypatch.context() as m:\n        m.setattr(MiniMaxH3DiTModel, "forward", lambda *a, **k: None)\n        ${forward}`,
    ],
    [
      "monkeypatch in a helper",
      `def fake(monkeypatch):\n    monkeypatch.setattr(MiniMaxH3DiTModel, "forward", lambda *a, **k: None)\ndef test_a(monkeypatch, model):\n    fake(monkeypatch)\n    ${forward}`,
    ],
    ["a decorator", `@mock.patch.object(ServerArgs, "__post_init__")\ndef test_a(fake):\n    ${layout}`],
    [
      "a decorator with a path",
      `@patch("${module}.distributed.parallel_state.get_sp_world_size", return_value=1)\ndef test_a(fake, model):\n    ${forward}`,
    ],
    [
      "a decorator of the class",
      `@patch.object(MiniMaxH3DiTModel, "forward")\nclass TestA(unittest.TestCase):\n${methods("def test_a(self, fake):", "    self.model(x=x, block_token_tags=tags)")}`,
    ],
    ["a context", `def test_a():\n    with patch.object(ServerArgs, "__post_init__"):\n        ${layout}`],
    [
      "a context with a path",
      `def test_a():\n    with mock.patch("${module}.server_args.ServerArgs.__post_init__") as fake:\n        ${layout}`,
    ],
    [
      "a context on a value",
      `def test_a(model):\n    with patch.object(model, "forward", MagicMock()):\n        ${forward}`,
    ],
    [
      "pytest-mock",
      `def test_a(mocker, model):\n    mocker.patch("${module}.distributed.parallel_state.get_sp_world_size", return_value=1)\n    ${forward}`,
    ],
    [
      "pytest-mock on a class",
      `def test_a(mocker, model):\n    mocker.patch.object(MiniMaxH3DiTModel, "forward")\n    ${forward}`,
    ],
    [
      "a patch that is started",
      `def test_a():\n    patcher = patch.object(ServerArgs, "__post_init__")\n    patcher.start()\n    ${layout}\n    patcher.stop()`,
    ],
    [
      "a patch that is started before each test",
      `class TestA(unittest.TestCase):\n${methods("def setUp(self):", '    patch.object(ServerArgs, "__post_init__").start()', "def test_a(self):", `    ${layout}`)}`,
    ],
    [
      "a patch that is started by a class above",
      `class Base(unittest.TestCase):\n${methods("def setUp(self):", '    patch.object(ServerArgs, "__post_init__").start()')}\nclass TestA(Base):\n${methods("def test_a(self):", `    ${layout}`)}`,
    ],
    [
      "a patch that is started with the module",
      `patch.object(ServerArgs, "__post_init__").start()\ndef test_a():\n    ${layout}`,
    ],
    ["a method that is replaced", `def test_a():\n    ServerArgs.__post_init__ = lambda self: None\n    ${layout}`],
    [
      "a method that is replaced by name",
      `def test_a(model):\n    setattr(MiniMaxH3DiTModel, "forward", lambda self, **k: None)\n    ${forward}`,
    ],
    [
      "a fixture",
      `@pytest.fixture\ndef fake(monkeypatch):\n    monkeypatch.setattr(ServerArgs, "__post_init__", lambda self: None)\ndef test_a(fake):\n    ${layout}`,
    ],
    [
      "a fixture of a fixture",
      `@pytest.fixture\ndef fake(monkeypatch):\n    monkeypatch.setattr(ServerArgs, "__post_init__", lambda self: None)\n@pytest.fixture\ndef ready(fake):\n    return 1\ndef test_a(ready):\n    ${layout}`,
    ],
    [
      "a fixture that is asked for by a mark",
      `@pytest.fixture\ndef fake():\n    with patch.object(ServerArgs, "__post_init__"):\n        yield\n@pytest.mark.usefixtures("fake")\ndef test_a():\n    ${layout}`,
    ],
    [
      "a fixture that every test has",
      `@pytest.fixture(autouse=True)\ndef fake(monkeypatch):\n    monkeypatch.setattr(ServerArgs, "__post_init__", lambda self: None)\ndef test_a():\n    ${layout}`,
    ],
    [
      "a fixture of the class",
      `class TestA:\n${methods("@pytest.fixture(autouse=True)", "def fake(self, monkeypatch):", '    monkeypatch.setattr(ServerArgs, "__post_init__", lambda self: None)', "def test_a(self):", `    ${layout}`)}`,
    ],
    [
      "a fixture of the folder",
      `def test_a(fake):\n    ${layout}\n#- conftest.py\nimport pytest\n@pytest.fixture\ndef fake(monkeypatch):\n    monkeypatch.setattr("${module}.server_args.ServerArgs.__post_init__", lambda self: None)`,
    ],
    [
      "a fixture that every test of the folder has",
      `def test_a():\n    ${layout}\n#- conftest.py\nimport pytest\n@pytest.fixture(autouse=True)\ndef fake(monkeypatch):\n    monkeypatch.setattr("${module}.server_args.ServerArgs.__post_init__", lambda self: None)`,
    ],
  ])("%s", async (_, program) => {
    await check(`${preamble}\n${program}\n`);
  });
});

describe("silent: the exception is wanted", () => {
  test.each<[string, string]>([
    ["pytest.raises", `def test_a(model):\n    with pytest.raises(ValueError):\n        ${forward}`],
    [
      "pytest.raises with a function",
      `def test_a(model):\n    pytest.raises(ValueError, model, x=x, block_token_tags=tags)`,
    ],
    ["pytest.raises with a lambda", `def test_a(model):\n    pytest.raises(ValueError, lambda: ${forward})`],
    [
      "pytest.raises by a name",
      `def test_a(model):\n    raises = pytest.raises(ValueError)\n    with raises:\n        ${forward}`,
    ],
    [
      "pytest.raises or nothing",
      `def test_a(model):\n    with pytest.raises(ValueError) if model else contextlib.nullcontext():\n        ${forward}`,
    ],
    [
      "pytest.raises in a branch",
      `def test_a(model):\n    context = contextlib.nullcontext()\n    if model.training:\n        context = pytest.raises(ValueError)\n    with context:\n        ${forward}`,
    ],
    [
      "pytest.raises as a parameter",
      `@pytest.mark.parametrize("expectation", [pytest.raises(ValueError)])\ndef test_a(model, expectation):\n    with expectation:\n        ${forward}`,
    ],
    [
      "assertRaises",
      `class TestA(unittest.TestCase):\n${methods("def test_a(self):", "    with self.assertRaises(ValueError):", `        ${layout}`)}`,
    ],
    [
      "assertRaisesRegex and another context",
      `class TestA(unittest.TestCase):\n${methods("def test_a(self):", '    with self.assertRaisesRegex(ValueError, "degree"), torch.no_grad():', `        ${layout}`)}`,
    ],
    [
      "assertRaises with a lambda",
      `class TestA(unittest.TestCase):\n${methods("def test_a(self):", `    self.assertRaises(ValueError, lambda: ${layout})`)}`,
    ],
    [
      "an expected failure",
      `class TestA(unittest.TestCase):\n${methods("@unittest.expectedFailure", "def test_a(self):", `    ${layout}`)}`,
    ],
  ])("%s", async (_, program) => {
    await check(`${preamble}\n${program}\n`);
  });
});

describe("found", () => {
  const wrong = `${layout}  # error: [sp-degree-product]`;
  test.each<[string, string]>([
    ["nothing is patched", `def test_a(monkeypatch):\n    ${wrong}`],
    [
      "another test is patched",
      `@patch.object(ServerArgs, "__post_init__")\ndef test_a(fake):\n    ${layout}\ndef test_b():\n    ${wrong}`,
    ],
    [
      "behind a context that patches",
      `def test_a():\n    with patch.object(ServerArgs, "__post_init__"):\n        ${layout}\n    ${wrong}`,
    ],
    [
      "before it is patched",
      `def test_a(monkeypatch):\n    ${wrong}\n    monkeypatch.setattr(ServerArgs, "__post_init__", lambda self: None)`,
    ],
    [
      "what is patched has nothing to do with it",
      `def test_a(monkeypatch):\n    monkeypatch.setattr(time, "sleep", lambda seconds: None)\n    monkeypatch.setattr("builtins.input", lambda: "")\n    monkeypatch.setenv("RANK", "0")\n    ${wrong}`,
    ],
    [
      "a fixture that patches is not asked for",
      `@pytest.fixture\ndef fake(monkeypatch):\n    monkeypatch.setattr(ServerArgs, "__post_init__", lambda self: None)\ndef test_a():\n    ${wrong}`,
    ],
    ["a request that is called like it", `def test_a(client):\n    client.patch("/layouts/4")\n    ${wrong}`],
    [
      "a module that patches for its own users is imported",
      `import fakes\ndef start():\n    fakes.load()\n    ${wrong}\n#- fakes.py\nfrom unittest.mock import patch\npatch("other.thing").start()\ndef load():\n    return 1`,
    ],
    ["an expectation in another statement", `def test_a():\n    raises = pytest.raises(ValueError)\n    ${wrong}`],
  ])("%s", async (_, program) => {
    await check(`${preamble}\n${program}\n`);
  });
});
