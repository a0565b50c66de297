import { harmless, tries, type Hostile } from './hostile.ts'

/** Programs that leave something behind for the programs after them. */
export const saboteurs: readonly Hostile[] = [
  tries('breaks a builtin', 'import builtins\nbuiltins.sum = lambda *_: 0\nbuiltins.int = None', harmless),
  tries(
    'breaks every builtin',
    'import builtins\nfor name in list(vars(builtins)): setattr(builtins, name, None)',
    'error',
  ),
  tries(
    'breaks a module',
    'import json, random, sys\njson.loads = None\nrandom.seed = None\nsys.modules["math"] = None',
    harmless,
  ),
  tries('empties the modules', 'import sys\nsys.modules.clear()', harmless),
  tries('takes the output', 'import sys\nsys.stdout = None', harmless),
  tries('takes the output by its number', 'import os\nos.close(1)\nos.close(2)\nos.close(0)', harmless),
  tries('changes the folder', 'import os\nos.chdir("/tmp")', harmless),
  tries('leaves a file for the next', 'open("/tmp/left", "w").write("x")', 'error'),
  tries('overwrites the library', 'open("/lib/python314.zip", "w").write("x")', 'error'),
  tries('leaves a function to be called at the end', 'import atexit\natexit.register(print, "left")', harmless),
  tries('leaves an audit hook', 'import sys\nsys.addaudithook(lambda *_: 1 / 0)', 'error', harmless),
  tries(
    'leaves a trace',
    'import sys\nsys.settrace(lambda *_: 1 / 0)\nsys.setprofile(lambda *_: 1 / 0)\nprint(1)',
    harmless,
  ),
  tries('leaves an import hook', 'import sys\nsys.meta_path.insert(0, None)\nsys.path[:] = []', harmless),
  tries(
    'breaks its own frame',
    'import sys\nsys._getframe(1).f_locals["kind"] = None\nsys._getframe(1).f_back',
    harmless,
  ),
  tries(
    'stops the collector and shrinks the stack',
    'import gc, sys\ngc.disable()\nsys.setrecursionlimit(50)',
    harmless,
  ),
  tries('raises what is no error', 'raise BaseException("ESCAPED")', 'error'),
  tries('leaves by itself', 'import sys\nsys.exit("ESCAPED")', 'error', harmless),
  tries('says that it was stopped', 'raise KeyboardInterrupt', 'error'),
  tries('is no text of Python', '\u0000\ud800 <?php', 'error'),
]
