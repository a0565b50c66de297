/** Whether the services and servers named by a configuration support its requests. */
import type { RunConfig } from '../config/config.ts'
import { environmentSource } from '../config/environment-source.ts'
import { servedModelOf } from '../config/openai-schema.ts'
import { examineService, type ServiceFinding } from '../engine/doctor/examine-service.ts'
import { loadRenderers } from '../model/renderers/load-renderers.ts'
import { dated } from './events/dated.ts'
import { prepare } from './prepare.ts'
import { servicesOf } from './actors/load-models.ts'
import { servedStored } from './actors/served-models.ts'
import { speechOf } from './actors/speech.ts'
import { examineServer } from './examine-server.ts'

export interface ExamineRunOptions {
  readonly config: RunConfig
  /** For how long passes of a service are timed. */
  readonly seconds: number
}

/** A finding on a model of the run. */
export interface RunFinding extends ServiceFinding {
  /** By its name in the run. */
  readonly model: string
}

/** Models that start from the same one of a service are tried once. @throws {RangeError} for what `train` would refuse before it starts anything. */
export async function* examineRun({ config, seconds }: ExamineRunOptions): AsyncGenerator<RunFinding> {
  const { method, world } = await prepare(config, undefined)
  const sources = method.models(config, world)
  const served = servicesOf(sources)
  if (config.engine.kind === 'tinker') {
    const { url, keyVariable, baseModel, baseModels, rank, normalisation, deadlineSeconds, maxConcurrent } =
      config.engine.tinker
    const tried = new Set<string>()
    for (const [model, folder] of Object.entries(sources)) {
      const base = baseModels[model] ?? baseModel
      const same = JSON.stringify([base, folder])
      if (typeof folder !== 'string' || tried.has(same)) continue
      tried.add(same)
      const options = {
        ...{ url: url ?? '', key: process.env[keyVariable] ?? '', deadlineMs: 1000 * deadlineSeconds },
        ...{ maxConcurrent, baseModel: base, folder, rank, seconds },
      }
      for await (const finding of examineService(options)) {
        yield { model, ...finding }
        const found = finding.normalisation
        if (found !== undefined && found !== normalisation)
          yield {
            ...{ model, what: 'normalisation', outcome: 'wrong' as const },
            detail: `engine.tinker.normalisation must be ${found}, got ${normalisation}`,
          }
      }
    }
  }
  for (const [model, service] of served) {
    const stored = await servedStored(service)
    const { environment, policy } = dated(config)
    const renderers = loadRenderers(await speechOf({ [model]: stored }, environmentSource(environment), policy.date))
    for await (const finding of examineServer(servedModelOf(service), renderers(model))) yield { model, ...finding }
  }
  if (config.engine.kind !== 'tinker' && served.size === 0)
    yield {
      ...{ model: 'policy', what: 'engine', outcome: 'works' as const },
      detail: 'all is computed here: rlanything doctor without --config tries the engines of this machine',
    }
}
