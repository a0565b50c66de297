/** What runs inside the interpreter. It leaves `python_side`, a pair of functions: `run`, and `purge`, to be called once. */
export const pythonSide = String.raw`
def python_side():
    import sys, gc, types, traceback, json, atexit
    for name in ('array base64 bisect calendar cmath collections copy dataclasses datetime decimal enum fractions functools'
                 ' heapq io itertools json math numbers operator os queue random re statistics string struct textwrap time'
                 ' traceback typing unicodedata').split():
        __import__(name)
    dumps, loads, format_exception, modules = json.dumps, json.loads, traceback.format_exception, sys.modules

    def call(main, text, class_name, name):
        called = getattr(getattr(main, class_name)(), name) if class_name else getattr(main, name)
        return dumps(called(*[loads(line) for line in text.split('\n') if line.strip()]))

    # What CPython does when a process ends: what was registered for it is run, and what the module had is let go.
    def leave(main):
        atexit._run_exitfuncs()
        names = main.__dict__
        for name in list(names):
            if name != '__builtins__':
                names[name] = None
        gc.collect()
        for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
            try:
                stream.flush()
            except BaseException:
                pass

    def run(program, preface, kind, text, class_name, name):
        main = types.ModuleType('__main__' if kind == 'stdio' else 'program')
        modules[main.__name__] = main
        try:
            if preface:
                exec(preface, main.__dict__)
            exec(compile(program, 'program.py', 'exec', dont_inherit=True), main.__dict__)
            value = '' if kind == 'stdio' else call(main, text, class_name, name)
            sys.stdout.flush()
            sys.stderr.flush()
            if kind == 'stdio':
                leave(main)
            return 'finished ' + value
        except BaseException as error:
            try:
                sys.stdout.flush()
                sys.stderr.flush()
            except BaseException:
                pass
            if isinstance(error, SystemExit) and error.code in (None, 0):
                leave(main)
                return 'finished '
            ending = 'memory ' if isinstance(error, MemoryError) else 'error '
            lines = format_exception(error.with_traceback(error.__traceback__ and error.__traceback__.tb_next))
            return ending + ''.join(lines)[-2000:]

    def purge():
        import _testinternalcapi
        _testinternalcapi.clear_extension('_pyodide_core', '_pyodide_core')
        del modules['_testinternalcapi']
        gone = ('pyodide', '_pyodide', 'pyodide_js', 'js', '_pyodide_core', 'asyncio', 'ssl', '_ssl', 'subprocess')
        sys.meta_path[:] = [finder for finder in sys.meta_path if not finder.__module__.startswith('_pyodide')]
        for name in list(modules):
            if name.split('.')[0] in gone:
                module = modules.pop(name)
                if isinstance(module, types.ModuleType):
                    module.__dict__.clear()
        for thing in gc.get_objects():
            # What once found and loaded these modules still knows them.
            if type(thing).__module__ in ('_pyodide._importhook', 'pyodide.webloop'):
                thing.__dict__.clear()
        names = modules.pop('__main__').__dict__
        for name in list(names):
            if name != '__builtins__':
                del names[name]
        modules['_asyncio']._set_running_loop(None)
        atexit._clear()
        modules['time'].sleep = modules['time'].sleep.__wrapped__
        sys.excepthook = sys.__excepthook__
        gc.collect()

    return run, purge

python_side = python_side()
`
