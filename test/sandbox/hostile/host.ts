import { harmless, tries, type Hostile } from './hostile.ts'

const reads = (what: string): string => `path = input()\nport = int(input())\n${what}`
const attempt = (what: string): string =>
  reads(`try:\n${what.replaceAll(/^/gm, '  ')}\n  print("ESCAPED")\nexcept Exception as error:\n  print(repr(error))`)

/** Programs that want something of the host: its files, its network, its processes, its memory. */
export const burglars: readonly Hostile[] = [
  tries('reads a file of the host', reads('print(open(path).read())'), 'error'),
  tries('writes over a file of the host', attempt('open(path, "w").write("broken")'), harmless),
  tries('removes a file of the host', attempt('import os\nos.remove(path)'), harmless),
  tries('reads by a path', reads('from pathlib import Path\nprint(Path(path).read_text())'), 'error'),
  tries('climbs out of its folder', reads('print(open(".." * 40 + path).read())'), 'error'),
  tries('reads by a link', reads('import os\nos.symlink(path, "/tmp/link")\nprint(open("/tmp/link").read())'), 'error'),
  tries('lists the passwords', attempt('print(open("/etc/passwd").read())'), harmless),
  tries('reads the memory of its process', attempt('open("/proc/self/mem", "rb").read(1)'), harmless),
  tries('reads the environment of its process', attempt('open("/proc/self/environ").read()'), harmless),
  tries('reads the environment', 'import os\nprint(dict(os.environ))', harmless),
  tries(
    'writes to descriptors by number',
    attempt('import os\nfor fd in range(3, 64):\n  os.write(fd, b"x")'),
    harmless,
  ),
  tries('reads descriptors by number', attempt('import os\nfor fd in range(3, 64):\n  os.read(fd, 10)'), harmless),
  tries(
    'connects to a port of the host',
    attempt('import socket\nsocket.create_connection(("127.0.0.1", port), 1)'),
    harmless,
  ),
  tries(
    'connects by a bare socket',
    attempt('import socket\ns = socket.socket()\ns.connect(("127.0.0.1", port))\ns.send(b"x")'),
    harmless,
  ),
  tries(
    'fetches a page',
    attempt('import urllib.request\nurllib.request.urlopen(f"http://127.0.0.1:{port}/").read()'),
    harmless,
  ),
  tries(
    'fetches a page by the interpreter',
    attempt('from pyodide.http import open_url\nopen_url(f"http://127.0.0.1:{port}/")'),
    harmless,
    harmless,
  ),
  tries('listens at a port', attempt('import socket\ns = socket.socket()\ns.bind(("", 0))\ns.listen()'), harmless),
  tries('runs a command', attempt('import os\nassert os.system(f"rm {path}") == 0'), harmless),
  tries(
    'runs a command in a process',
    attempt('import subprocess\nsubprocess.run(["rm", path], check=True)'),
    harmless,
  ),
  tries('forks for ever', attempt('import os\nwhile True: os.fork()'), harmless),
  tries('becomes another program', attempt('import os\nos.execv("/bin/sh", ["sh", "-c", f"rm {path}"])'), harmless),
  tries(
    'starts a pool of processes',
    attempt('import multiprocessing\nmultiprocessing.Pool(2).map(abs, [1])'),
    harmless,
    harmless,
  ),
  tries('kills its parent', attempt('import os, signal\nos.kill(os.getppid(), signal.SIGKILL)'), harmless),
  tries('kills itself', 'import os, signal\nos.kill(os.getpid(), signal.SIGKILL)', harmless),
  tries('ends its process', 'import os\nos._exit(1)', 'error'),
  tries('aborts its process', 'import os\nos.abort()', 'error'),
  tries('calls C', attempt('import ctypes\nctypes.CDLL(None).system(b"id")'), harmless),
  tries('writes through an address', 'import ctypes\nctypes.memset(8, 255, 10 ** 6)', harmless),
  tries(
    'runs JavaScript by C',
    attempt('import ctypes\nctypes.CDLL(None).emscripten_run_script(b"process.exit(7)")'),
    harmless,
  ),
  tries(
    'asks for the tests of the interpreter',
    attempt('import _testcapi\n_testcapi.crash_no_current_thread()'),
    harmless,
  ),
  tries('imports the globals of JavaScript', attempt('import js\njs.eval("1")'), harmless),
  tries(
    'imports the interpreter from JavaScript',
    attempt('import pyodide_js\npyodide_js.FS.constructor.constructor("return import(\'fs\')")()'),
    harmless,
  ),
  tries('runs JavaScript', attempt('from pyodide.code import run_js\nrun_js("1")'), harmless, harmless),
  tries(
    'makes a proxy to climb',
    attempt('from pyodide.ffi import to_js\nto_js([]).constructor.constructor("return this")()'),
    harmless,
    harmless,
  ),
  tries('imports the bridge itself', attempt('import _pyodide_core\n_pyodide_core.create_proxy(1)'), harmless),
  tries(
    'brings the bridge back from the table of modules',
    attempt(
      'import _imp, importlib.machinery as m\n_imp.create_builtin(m.ModuleSpec("_pyodide_core", None)).create_proxy',
    ),
    harmless,
  ),
  tries(
    'looks for the bridge among all objects',
    'import gc, sys\nfor o in gc.get_objects():\n  if "JsProxy" in [c.__name__ for c in type(type(o)).__mro__ + type(o).__mro__] and not isinstance(o, type): sys.exit(print("ESCAPED"))',
    harmless,
  ),
  tries(
    'looks for the bridge among all that any object holds on to',
    [
      'import gc, sys',
      'seen, waiting = {}, gc.get_objects()',
      'while waiting:',
      '  one = waiting.pop()',
      '  if id(one) in seen: continue',
      '  seen[id(one)] = one',
      '  waiting += gc.get_referents(one)',
      '  if "JsProxy" in [c.__name__ for c in type(one).__mro__]: sys.exit(print("ESCAPED"))',
    ].join('\n'),
    harmless,
  ),
  tries(
    'asks those who once imported JavaScript for what they imported',
    'import gc, sys\nfor o in gc.get_objects():\n  if type(o).__name__ in ("JsFinder", "JsLoader") and vars(o): sys.exit(print("ESCAPED"))',
    harmless,
  ),
  tries(
    'throws an error of JavaScript',
    'for c in Exception.__subclasses__():\n  if c.__name__ == "JsException": c("Error", "m", "s").constructor.constructor("return 1")() and print("ESCAPED")',
    harmless,
  ),
  tries(
    'looks for the bridge among all classes',
    attempt(
      'found = []\nfor c in object.__subclasses__():\n  if "JsProxy" in c.__name__: found.append(c())\nassert found',
    ),
    harmless,
  ),
  tries(
    'looks for the bridge in the globals of all functions',
    'import gc, sys\nfor o in gc.get_objects():\n  if type(o).__name__ == "function" and "create_proxy" in o.__globals__: sys.exit(print("ESCAPED"))',
    harmless,
  ),
  tries(
    'looks for what was wanted of it',
    'import gc, sys\nframe = sys._getframe()\nwhile frame:\n  if "ESCAPED" in str(frame.f_locals.get("wanted", "")): print("ESCAPED")\n  frame = frame.f_back',
    harmless,
  ),
  tries(
    'climbs to the modules by an empty tuple',
    'for c in ().__class__.__base__.__subclasses__():\n  if c.__name__ == "_wrap_close": print(c.__init__.__globals__["system"]("id") == 0 and "ESCAPED")',
    harmless,
  ),
  tries('loads code from the network', attempt('import micropip'), harmless),
  tries(
    'loads a library of the host',
    attempt(
      'import _imp, importlib.machinery as m\n_imp.create_dynamic(m.ModuleSpec("x", None, origin="/lib/x86_64-linux-gnu/libc.so.6"))',
    ),
    harmless,
  ),
]
