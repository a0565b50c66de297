/** What runs inside the interpreter. It leaves `python_side`, a pair of functions: `run`, and `purge`, to be called once. */
export const pythonSide = String.raw`
def python_side():
    import sys, gc, os, types, builtins, traceback, json, atexit, threading, concurrent.futures.thread
    for name in ('array base64 bisect calendar cmath collections copy dataclasses datetime decimal enum fractions functools'
                 ' heapq io itertools json math numbers operator os queue random re statistics string struct textwrap time'
                 ' traceback typing unicodedata').split():
        __import__(name)
    dumps, loads, format_exception, modules = json.dumps, json.loads, traceback.format_exception, sys.modules

    # A number of any type that has an equal among those of JSON.
    def plain(value):
        number = float(value)
        if number != value:
            raise TypeError
        return number

    # What equals some value of JSON is written as that; the rest, which equals none, as Python shows it.
    def shown(value):
        value = list(value) if isinstance(value, tuple) else value
        try:
            text = dumps(value, default=plain)
            if loads(text) == value:
                return text
        except (TypeError, ValueError, OverflowError):
            pass
        return repr(value)

    def call(main, text, class_name, name):
        called = getattr(getattr(main, class_name)(), name) if class_name else getattr(main, name)
        return shown(called(*[loads(line) for line in text.split('\n') if line.strip()]))

    # There are no threads: each is run to its end as it is started. One that then waits for another waits for ever.
    class Stuck(BaseException):
        pass
    state = {'threads': 0, 'stuck': ''}

    class Ended:
        ident = 0
        def is_done(self):
            return True
        def join(self, timeout=None):
            pass

    def start(self):
        if self._started.is_set():
            raise RuntimeError('threads can only be started once')
        self._started.set()
        state['threads'] += 1
        try:
            self.run()
        except Stuck:
            raise
        except SystemExit:
            pass
        except BaseException:
            self._invoke_excepthook(self)
        finally:
            self._os_thread_handle = Ended()
    threading.Thread.start = start

    def submit(self, fn, /, *args, **kwargs):
        future = concurrent.futures.Future()
        state['threads'] += 1
        try:
            future.set_result(fn(*args, **kwargs))
        except Stuck:
            raise
        except BaseException as error:
            future.set_exception(error)
        return future
    concurrent.futures.thread.ThreadPoolExecutor.submit = submit

    wait = threading.Condition.wait
    def waits(self, timeout=None):
        if state['threads'] and timeout is None:
            state['stuck'] = 'it waits for a parallel thread'
            raise Stuck(state['stuck'])
        return wait(self, timeout)
    threading.Condition.wait = waits

    # As where most programs are written: it stands for infinity in them.
    sys.maxsize = 2 ** 63 - 1

    def abort():
        os._exit(134)
    os.abort = modules['posix'].abort = abort

    # Why the sandbox could not do what the program asked for; '' if the error is the program's own.
    def refused(error):
        seen = set()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            said = str(error)
            if (isinstance(error, ImportError) and (error.name or '').split('.')[0] in sys.stdlib_module_names
                    and 'cannot import name' not in said
                    or isinstance(error, RuntimeError) and said.startswith(("can't start new thread", 'Stack overflow'))
                    # Integers of C are of 32 bits here.
                    or isinstance(error, OverflowError) and (' C ' in said or 'index-sized' in said)
                    or isinstance(error, ValueError) and 'sys.maxsize' in said
                    or isinstance(error, OSError) and (error.errno in (52, 69, 138) or 'No usable temporary' in said)):
                return type(error).__name__ + ': ' + said
            error = error.__cause__ if error.__suppress_context__ else error.__context__
        return ''

    # What CPython does when a process ends: what was registered for it is run, and what the module had is let go.
    def leave(main, before):
        atexit._run_exitfuncs()
        names = main.__dict__
        for name in [name for name in names if name not in before] + before:
            if name != '__builtins__':
                names[name] = None
        gc.collect()
        flush()

    def flush():
        for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
            try:
                stream.flush()
            except BaseException:
                pass

    def run(program, preface, kind, text, class_name, name):
        main = types.ModuleType('__main__' if kind == 'stdio' else 'program')
        modules[main.__name__] = main
        main.__builtins__ = builtins
        main.__file__ = 'program.py'
        sys.argv = ['program.py']
        before, value, error = [], '', None
        try:
            if preface:
                exec(preface, main.__dict__)
            before = list(main.__dict__)
            exec(compile(program.removeprefix('\ufeff'), 'program.py', 'exec', dont_inherit=True), main.__dict__)
            if kind != 'stdio':
                value = call(main, text, class_name, name)
        except BaseException as raised:
            error = raised
        # A hook that fails is taken away by the interpreter; the second time there is none.
        for stop in (sys.settrace, sys.setprofile) * 2:
            try:
                stop(None)
            except BaseException:
                pass
        flush()
        # The graders look at what was printed, whatever the code.
        leaves = isinstance(error, SystemExit) and kind == 'stdio'
        if leaves and not isinstance(error.code, (int, type(None))):
            print(error.code, file=sys.stderr)
        if error is None or leaves:
            if kind == 'stdio':
                leave(main, before)
            return 'unknown ' + state['stuck'] if state['stuck'] else 'finished ' + value
        unable = state['stuck'] or refused(error)
        if unable:
            return 'unknown ' + unable
        ending = 'memory ' if isinstance(error, MemoryError) else 'error '
        try:
            lines = format_exception(error.with_traceback(error.__traceback__ and error.__traceback__.tb_next))
        except BaseException:
            lines = [type(error).__name__]
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

# With builtins of its own, which no program can take away.
import builtins, types
python_side = types.FunctionType(python_side.__code__, {'__builtins__': dict(vars(builtins))})()
`
