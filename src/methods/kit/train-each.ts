import type { RunConfig } from '../../config/config.ts'

type Trainings = Readonly<Record<string, () => Promise<unknown>>>

/**
 * Trains models that do not depend on each other: at once on a service, one after another on the device that they share here.
 *
 * @returns their results by name. @throws the first failure, after all that were begun have ended.
 */
export async function trainEach<Each extends Trainings>(
  { engine }: Pick<RunConfig, 'engine'>,
  trainings: Each,
): Promise<{ readonly [Name in keyof Each]: Awaited<ReturnType<Each[Name]>> }> {
  const results: Record<string, unknown> = {}
  const trained = Object.entries(trainings).map(([name, train]) => async () => {
    results[name] = await train()
  })
  if (engine.kind === 'tinker') {
    const ended = await Promise.allSettled(trained.map(train => train()))
    for (const each of ended) if (each.status === 'rejected') throw each.reason
  } else {
    for (const train of trained) await train()
  }
  /* Each has its result by now. */
  return results as Awaited<ReturnType<typeof trainEach<Each>>>
}
