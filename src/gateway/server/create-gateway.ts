/** A gateway on the network: a model of this process that agents speak to as they do to services. */
import { randomBytes } from 'node:crypto'
import type { Tree } from '../../config/tree.ts'
import { shippedStarter } from '../../config/environment-source.ts'
import { openLab } from '../../lab/open-lab.ts'
import { derive } from '../../math/random.ts'
import { jsonAnswer } from '../../network/answer.ts'
import { serveHttp, type ServeHttpOptions } from '../../network/serve.ts'
import { rewardModelName } from '../../reward/requests-with-votes.ts'
import { openAiFault } from '../answers/faults.ts'
import { readKeys } from '../limits/keys.ts'
import { loadRedact } from '../sessions/load-redact.ts'
import { createRedaction } from '../sessions/redaction.ts'
import { retentionOf } from '../sessions/retention.ts'
import { removeExpired } from '../sessions/remove-expired.ts'
import { keepAddress } from '../sessions/running-gateway.ts'
import { createServing } from '../training/serving.ts'
import type { TrainingOptions } from '../training/gateway-trainer.ts'
import { lastTraining, trainedFolders } from '../training/weights.ts'
import type { PolicyService } from './gateway-policy.ts'
import { openJournal } from '../journal.ts'

export interface GatewayOptions extends Partial<Pick<ServeHttpOptions, 'host' | 'port' | 'names'>>, TrainingOptions {
  /** Folder of the model that answers, or a server that only samples; left out, the starter of the household. */
  readonly policy?: string | PolicyService | undefined
  /** Where every turn is written, and found again. */
  readonly directory: string
  /** That agents must send; left out, one is made. */
  readonly key?: string | undefined
  /** File of the keys of several users with their limits, outside of the directory. */
  readonly keys?: string | undefined
  /** How long sessions are kept: `30d`, `12h`, or a number of them; left out, for ever. */
  readonly retain?: string | undefined
  /** Module with a function from text to text as its default export, which removes what must not be kept. */
  readonly redact?: string | undefined
  /** Folder of the model that votes on turns, where they are trained on; left out, the starter of the household. */
  readonly rewardModel?: string | undefined
  /** Whether the model is trained on its turns, by `method`, which is `binary` if left out; `false`. */
  readonly train?: boolean
  /** Threads of the engine, 2. */
  readonly threads?: number
  /** Further settings of a run's engine: `{ kind: 'tinker', tinker: { url } }`. */
  readonly engine?: Tree
  /** Of requests that set none, 1. */
  readonly temperature?: number
  /** Address of a server of OpenEnv that agents play on through the gateway, at its `/openenv`: it says how sessions come out. */
  readonly openenv?: string | undefined
  /** That this server is sent, if it needs one. */
  readonly openenvKey?: string | undefined
  /** Sessions that can be gone on with, 10,000. */
  readonly maxSessions?: number
}

export interface Gateway {
  /** Base address for clients of OpenAI; those of Anthropic leave `/v1` out. */
  readonly url: string
  /** Its own, which is for the sessions of all users. */
  readonly key: string
  /** Takes no more requests, and stops the model. */
  readonly close: () => Promise<void>
}

/**
 * Begins to answer agents, on the loopback address unless `host` is another.
 *
 * @throws {RangeError} if the folder is no model, the model of a server is to be trained, the journal is damaged, the key empty or the port taken.
 */
export async function createGateway({
  policy: given = shippedStarter('household', 'policy'),
  rewardModel: folder,
  train = false,
  directory,
  key = `rla-${randomBytes(24).toString('base64url')}`,
  keys: keysFile,
  retain,
  redact,
  threads = 2,
  engine = {},
  temperature = 1,
  openenv,
  openenvKey,
  maxSessions = 10_000,
  host = '127.0.0.1',
  port = 8000,
  names,
  ...training
}: GatewayOptions): Promise<Gateway> {
  requireGatewayOptions({ given, folder, train, temperature, maxSessions, training })
  /* Late, so that importing the package is quick. */
  const [{ createGatewayHandler }, { gatewayPolicy }, { gatewayTrainer, preparedTraining }, { openEnvEpisodes }] =
    await Promise.all([
      import('./gateway.ts'),
      import('./gateway-policy.ts'),
      import('../training/gateway-trainer.ts'),
      import('../episodes/openenv-episodes.ts'),
    ])
  const prepared = train ? await preparedTraining(training) : null
  const rewardModel = folder ?? shippedStarter('household', 'reward-model')
  const keys = keysFile === undefined ? [] : await readKeys(keysFile, directory)
  const retention = retain === undefined ? null : retentionOf(retain)
  const redaction = createRedaction(redact === undefined ? text => text : await loadRedact(redact))
  const opened = await openJournal(directory)
  const journal = redaction.journal(opened)
  const ending = [opened.close]
  const end = async (): Promise<void> => {
    for (const each of ending.toReversed()) await each()
  }
  try {
    const begun = typeof given === 'string' ? { policy: given, rewardModel } : null
    const folders = begun === null ? { rewardModel } : trainedFolders(directory, lastTraining(journal.lines), begun)
    const policy = await gatewayPolicy('policy' in folders ? folders.policy : given, engine['kind'] === 'tinker')
    const now = (): number => performance.timeOrigin + performance.now()
    const serving = createServing(now)
    const models = { policy: policy.source, [rewardModelName]: folders.rewardModel }
    const lab = await openLab({ world: 'household', models, settings: { engine: { threads, ...engine } } })
    ending.push(() => lab.close())
    const trainer =
      prepared !== null && begun !== null
        ? await gatewayTrainer({
            ...{ lab, given: begun, directory, journal, policy, maxSessions, now, serving },
            ...prepared,
          })
        : null
    ending.push(async () => {
      trainer?.stop()
      await trainer?.idle()
    })
    const written = redaction.journal({ ...journal, ...trainer?.journal })
    const { handle, forget, ...naming } = createGatewayHandler({
      ...{ keys, redaction, onForgotten: trainer?.forget },
      spoken: { ...policy, speech: redaction.speech(policy.speech), model: lab.model('policy'), temperature },
      key: derive(lab.root, 'gateway'),
      journal: written,
      ...{ lines: journal.lines, models: ['policy'] },
      ...{ maxSessions, maxWaiting: 1024, now, serving },
      newId: () => randomBytes(8).toString('hex'),
    })
    const episodes =
      openenv === undefined
        ? null
        : openEnvEpisodes({ url: openenv, key: openenvKey ?? null, journal: written, now, ...naming })
    const { url, close } = await serveHttp({
      ...{ host, port, names, handle, maxBodyBytes: 2 ** 24 },
      key: [key, ...keys.map(each => each.key)],
      liveness: '/health',
      ...(episodes === null ? {} : { upgrade: episodes.upgrade }),
      ...{ limits: { connections: 4096 }, refusal },
    })
    ending.push(async () => {
      episodes?.close()
      await close()
    })
    if (retention !== null) ending.push(await hourly(() => removeExpired({ journal, retention, now, forget })))
    ending.push(await keepAddress(directory, `${url}/v1`))
    return { url: `${url}/v1`, key, close: end }
  } catch (thrown) {
    await end()
    throw thrown
  }
}

interface CheckedOptions extends Required<Pick<GatewayOptions, 'train' | 'temperature' | 'maxSessions'>> {
  readonly given: NonNullable<GatewayOptions['policy']>
  readonly folder: GatewayOptions['rewardModel']
  /** What is left out where nothing is trained. */
  readonly training: object
}

function requireGatewayOptions({ given, folder, train, temperature, maxSessions, training }: CheckedOptions): void {
  if (!(temperature >= 0)) throw new RangeError(`temperature must be at least 0, got ${temperature}`)
  if (!Number.isInteger(maxSessions) || maxSessions < 1)
    throw new RangeError(`maxSessions must be a positive integer, got ${maxSessions}`)
  if (train && typeof given !== 'string')
    throw new RangeError(
      `policy must be a folder where it is trained, got the server at ${given.url}, which only samples`,
    )
  const [idle] = train
    ? []
    : Object.entries({ ...training, rewardModel: folder }).filter(([, value]) => value !== undefined)
  if (idle !== undefined) throw new RangeError(`train must be true where ${idle[0]} is given, got false`)
}

/** As both OpenAI's and Anthropic's clients read it. */
const refusal: ServeHttpOptions['refusal'] = ({ status, reason }) =>
  jsonAnswer({ type: 'error', ...openAiFault({ status, message: reason }) }, status)

/** At once and then each hour; what a disk refuses is tried again. @returns ends it. */
async function hourly(work: () => Promise<unknown>): Promise<() => Promise<void>> {
  await work()
  const timer = setInterval(() => void work().catch(() => {}), 3_600_000)
  return async () => clearInterval(timer)
}
