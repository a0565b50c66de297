/**
 * The blocks and commands of the pages that `blocks.test.ts` does not run, each with the test that runs it or the reason why none can.
 * A block is named by its page and the beginning of its first line, a command by its own.
 */
export interface Excused {
  readonly page: string
  readonly begins: string
  /** A test that holds it, by its path, or why it cannot be run. */
  readonly why: string
}

const excuse = (page: string, why: string, ...begins: readonly string[]): readonly Excused[] =>
  begins.map(beginning => ({ page, begins: beginning, why }))

const installs = 'it installs something, which needs a network: `npm run test:install` and CI do so'
const others = 'it starts a program of others that is not here'
const prints = 'what a run of minutes printed; its form is held by'
const pseudocode = 'the method as pseudocode; its program is held by the tests of the method'
const shortened = 'an episode that is told with gaps'

export const excused: readonly Excused[] = [
  ...excuse('README.md', installs, 'npm install rlanything'),
  ...excuse('README.md', 'test/cli/projects/init-project.test.ts', 'npx rlanything init'),
  ...excuse('README.md', `${prints} test/cli/text.test.ts`, '%  '),
  ...excuse('docs/architecture.md', 'test/docs/architecture-page.test.ts', ' commands '),
  ...excuse('docs/architecture.md', 'a picture of the actors', '               play'),
  ...excuse('docs/checkpoints.md', 'Python with transformers, which is not here', 'from transformers', 'model = '),
  ...excuse('docs/coding.md', 'test/docs/coding.test.ts', 'Read a list of digits'),
  ...excuse('docs/engines.md', installs, 'npm install', 'ONNXRUNTIME_NODE_INSTALL='),
  ...excuse('docs/findings/language-model.md', 'what a trained model answered, in a run of hours', 'Division 7'),
  ...excuse('docs/formulations.md', 'test/docs/formulations.test.ts', 'npx rlanything check', 'law '),
  ...excuse('docs/items.md', 'test/docs/items.test.ts', '{'),
  ...excuse('docs/metrics.md', 'test/docs/metrics.test.ts', ' iter '),
  ...excuse('docs/metrics.md', `${prints} test/cli/text.test.ts`, 'success, unseen'),
  ...excuse('docs/metrics.md', 'test/cli/screens.test.ts draws such a screen', 'step 2: '),
  ...excuse('docs/machines.md', installs, 'apt-get', 'npm install'),
  ...excuse('docs/machines.md', 'test/machines/household.peer.ts', 'nats-server', 'NATS_USER='),
  ...excuse('docs/gateway.md', 'test/peers/openenv.peer.ts runs it where Python has openenv', 'headers = {'),
  ...excuse('docs/openenv.md', 'test/peers/openenv.peer.ts runs it where Python has openenv', 'from openenv.core'),
  ...excuse('docs/runtime.md', 'what an actor that dies logs; its form is held by the types', "{ kind: 'died'"),
  ...excuse('docs/services.md', others, 'TINKER_CLIENT='),
  ...excuse('docs/the-loop.md', pseudocode, 'repeat for each iteration'),
  ...excuse('docs/the-loop.md', 'what a failed run printed', 'forward-backward of policy failed'),
  ...excuse('docs/watch.md', 'test/cli/watch.test.ts', 'npx rlanything train household --watch'),
  ...excuse('docs/writing-an-environment.md', 'test/docs/guess.test.ts', 'Guess my number.'),
  ...excuse('docs/writing-an-environment.md', 'test/docs/guides.test.ts', 'Bring the letter'),
  ...excuse('docs/writing-an-environment.md', 'test/docs/formulas.test.ts', 'The number times 2'),
  ...excuse(
    'docs/writing-an-environment.md',
    'the messages of faults are held by the tests of user code',
    'the world post',
  ),
  ...['at-grpo', 'istar', 'ragen', 'spark'].flatMap(method =>
    excuse(`docs/methods/${method}.md`, pseudocode, 'repeat'),
  ),
  ...excuse('docs/methods/pa-rl.md', pseudocode, 'offline'),
  ...excuse('docs/methods/vlm-rl.md', pseudocode, 'repeat'),
  ...excuse('docs/methods/rloop.md', pseudocode, 'θ_0'),
  ...excuse('docs/methods/rlve.md', pseudocode, 'h_e'),
  ...excuse('docs/findings/language-model.md', others, 'RLANYTHING_LLM='),
  ...excuse('environments/grids/README.md', 'test/docs/shown.test.ts', 'Push every box'),
  ...excuse('environments/teams/README.md', 'test/docs/shown.test.ts', 'tool reads'),
  ...excuse(
    'environments/teams/README.md',
    'test/environments/teams/code.test.ts plays such an episode',
    'tester reads',
  ),
  ...excuse('environments/desk/README.md', shortened, 'Task: ', 'RootWebArea'),
  ...excuse('environments/miniwob/README.md', shortened, 'Enter the username', 'Task: '),
  ...excuse('environments/miniwob/README.md', installs, 'apt-get', 'pip download', 'unzip'),
  ...excuse('examples/README.md', `${installs}, with these examples`, 'npm ', 'cp ', 'npx tsc', 'node '),
  ...excuse('recipes/README.md', others, 'vllm serve', 'hf download'),
]
