/** Programs that deal with what a wrong layout raises, in every way in which Python lets them. */
import { describe, test } from "vitest";
import { check } from "../testing/fixture.ts";

const preamble = `
import contextlib
import functools
from sglang.multimodal_gen.runtime.server_args import ServerArgs
`;

const wrong = `ServerArgs("m", num_gpus=4, ulysses_degree=2, ring_degree=4)`;
const finding = "# error: [sp-degree-product]";

describe("silent: something may catch it", () => {
  test.each<[string, string]>([
    [
      "a name for several classes",
      `
ERRORS = (ValueError, TypeError)
def start():
    try:
        ${wrong}
    except ERRORS:
        pass
`,
    ],
    [
      "a name for one class",
      `
Problem = ValueError
def start():
    try:
        ${wrong}
    except Problem as problem:
        print(problem)
`,
    ],
    [
      "a class above",
      `
def start():
    try:
        ${wrong}
    except (KeyError, Exception):
        pass
`,
    ],
    [
      "an attribute of a class",
      `
class Layouts:
    errors = (ValueError,)
    def start(self):
        try:
            ${wrong}
        except self.errors:
            pass
`,
    ],
    [
      "an exception that is handed in",
      `
def expect(exception, function, **options):
    try:
        function(**options)
    except exception:
        return
    raise AssertionError

expect(ValueError, ServerArgs, model_path="m", num_gpus=4, ulysses_degree=2, ring_degree=4)
`,
    ],
    [
      "a class from elsewhere",
      `
from other import LayoutError
def start():
    try:
        ${wrong}
    except LayoutError:
        pass
`,
    ],
    [
      "a context of one's own",
      `
class Expect:
    def __init__(self, *types):
        self.types = types
    def __enter__(self):
        return self
    def __exit__(self, kind, value, trace):
        return kind is not None and issubclass(kind, self.types)

def start():
    with Expect(ValueError):
        ${wrong}
`,
    ],
    [
      "a context that a name holds",
      `
class Quiet:
    def __enter__(self):
        return self
    def __exit__(self, *details):
        return True
quiet = Quiet()
def start():
    with quiet:
        ${wrong}
`,
    ],
    [
      "a context whose class inherits from elsewhere",
      `
from other import Guard
class Mine(Guard):
    pass
def start():
    with Mine():
        ${wrong}
`,
    ],
    [
      "a context made by a generator",
      `
@contextlib.contextmanager
def quiet():
    try:
        yield
    except ValueError:
        pass
def start():
    with quiet():
        ${wrong}
`,
    ],
    [
      "a stack of contexts",
      `
def start():
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.suppress(ValueError))
        ${wrong}
`,
    ],
    [
      "a context from elsewhere",
      `
import other
def start():
    with other.expecting(ValueError):
        ${wrong}
`,
    ],
    [
      "a decorator with a handler around the call",
      `
def quiet(function):
    @functools.wraps(function)
    def wrapper(*args, **options):
        try:
            return function(*args, **options)
        except ValueError:
            return None
    return wrapper

@quiet
def start():
    ${wrong}
`,
    ],
    [
      "a decorator with arguments and a handler around the call",
      `
def expecting(exception):
    def decorate(function):
        def wrapper():
            try:
                function()
            except exception:
                return
            raise AssertionError
        return wrapper
    return decorate

@expecting(ValueError)
def start():
    ${wrong}
`,
    ],
    [
      "a decorator from elsewhere",
      `
from other import expecting

@expecting(ValueError)
def start():
    ${wrong}
`,
    ],
    [
      "a return in what is always done",
      `
def start():
    try:
        ${wrong}
    finally:
        return None
`,
    ],
    [
      "a handler that raises only sometimes",
      `
def start(strict):
    try:
        ${wrong}
    except ValueError:
        if strict:
            raise
`,
    ],
    [
      "suppress",
      `
def start():
    with contextlib.suppress(ValueError):
        ${wrong}
`,
    ],
  ])("%s", async (_, program) => {
    await check(`${preamble}${program}`);
  });
});

describe("found: nothing catches it", () => {
  test.each<[string, string]>([
    [
      "a name for classes that are others",
      `
ERRORS = (KeyError, TypeError)
def start():
    try:
        ${wrong}  ${finding}
    except ERRORS:
        pass
`,
    ],
    [
      "an exception that is handed in and is another",
      `
def expect(exception, function, **options):
    try:
        function(**options)
    except exception:
        return

expect(KeyError, ServerArgs, model_path="m", num_gpus=4, ulysses_degree=2, ring_degree=4)  ${finding}
`,
    ],
    [
      "a class of one's own",
      `
class LayoutError(ValueError):
    pass
def start():
    try:
        ${wrong}  ${finding}
    except LayoutError:
        pass
`,
    ],
    [
      "a context that lets everything through",
      `
class Timer:
    def __enter__(self):
        return self
    def __exit__(self, kind, value, trace):
        print("done")

def start():
    with Timer():
        ${wrong}  ${finding}
`,
    ],
    [
      "a context that says so",
      `
class Timer:
    def __enter__(self):
        return self
    def __exit__(self, *details):
        self.stop()
        return False
    def stop(self):
        pass

def start():
    with Timer():
        ${wrong}  ${finding}
`,
    ],
    [
      "a context made by a generator without a handler",
      `
@contextlib.contextmanager
def timed():
    try:
        yield
    finally:
        print("done")
def start():
    with timed():
        ${wrong}  ${finding}
`,
    ],
    [
      "a handler that raises again",
      `
def start():
    try:
        ${wrong}  ${finding}
    except ValueError as error:
        print(error)
        raise
`,
    ],
    [
      "a decorator that only calls",
      `
def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **options):
        print("start")
        return function(*args, **options)
    return wrapper

@timed
def start():
    ${wrong}  ${finding}
`,
    ],
    [
      "a decorator with a handler for something else",
      `
def quiet(function):
    @functools.wraps(function)
    def wrapper(*args, **options):
        try:
            return function(*args, **options)
        except KeyError:
            return None
    return wrapper

@quiet
def start():
    ${wrong}  ${finding}
`,
    ],
    [
      "a lock",
      `
import threading
lock = threading.Lock()
def start():
    with lock:
        ${wrong}  ${finding}
`,
    ],
  ])("%s", async (_, program) => {
    await check(`${preamble}${program}`);
  });
});
