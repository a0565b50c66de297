/** What can be drawn, in the order in which it is shown. Pure. */
import type { ValueFormat, MeasureInfo } from '../contract/overview.ts'

type Row = readonly [id: string, title: string, format: ValueFormat, about: string]

const success: readonly Row[] = [
  ['success', 'Training success', 'share', 'Share of the training episodes that were won.'],
  ['score', 'Score', 'number', 'Mean share of the requirements that training episodes met.'],
  ['goodSteps', 'Good steps', 'share', 'Mean share of the steps that the oracle calls good.'],
  ['meanSteps', 'Episode length', 'number', 'Mean steps of a training episode.'],
  ['truncatedEpisodes', 'Episodes cut off', 'share', 'Share of the training episodes that the step limit cut off.'],
  ['episodes', 'Episodes', 'number', 'Played in an iteration, of training and proposed tasks.'],
  ['invalidShare', 'Invalid episodes', 'share', 'Share of the episodes that could not be played or judged.'],
  ['invalidSteps', 'Invalid steps', 'number', 'Steps whose votes could not be computed.'],
]

const judge: readonly Row[] = [
  [
    'processBalanced',
    'process accuracy, balanced',
    'share',
    'Mean of the accuracies on good and on bad steps, by the oracle.',
  ],
  ['process', 'process accuracy', 'share', 'Majority of the votes against the oracle.'],
  ['outcome', 'outcome accuracy', 'share', 'Majority over the votes of an episode against its outcome.'],
  ['malformed', 'malformed', 'share', 'Share of the votes or tests that could not be read.'],
  ['unanimous', 'unanimous', 'share', 'Share of the steps whose votes all agree.'],
  ['pPlus', 'p₊', 'share', 'P(vote + | step of a won episode).'],
  ['pMinus', 'p₋', 'share', 'P(vote − | step of a lost episode).'],
  ['mu', 'μ', 'number', 'p₊ + p₋; 1 is chance.'],
  ['precision', 'precision', 'share', 'Pairs of a won and a lost step that the votes order rightly.'],
  ['code', 'correct programs', 'share', 'Share of the programs that pass all hidden tests.'],
  ['unitTest', 'valid tests', 'share', 'Share of the tests that every correct program passes.'],
  ['detect', 'sharp tests', 'share', 'Share of the tests that every incorrect program fails besides.'],
]

const training: readonly Row[] = [
  ['loss', 'loss', 'number', 'Mean over samples, nats.'],
  ['kl', 'KL', 'number', 'From the model before the updates of the iteration, nats a token.'],
  ['clipShare', 'clipped', 'share', 'Share of the tokens at which the clip was active.'],
  ['entropy', 'entropy', 'number', 'Of what the tokens trained on were drawn from, nats a token.'],
  ['gradientNorm', 'gradient norm', 'number', 'L2, before clipping, mean over the updates.'],
  [
    'withoutSignal',
    'samples without a signal',
    'share',
    'Dropped by filters, of all: groups without variance, advantages of 0.',
  ],
  ['samples', 'samples', 'number', 'Trained on.'],
  ['meanStaleness', 'staleness', 'number', 'Trainings of the model since a sample was drawn, mean.'],
  ['largestStaleness', 'largest staleness', 'number', 'Trainings of the model since a sample was drawn, most.'],
  ['mismatch', 'mismatch', 'number', 'Training against sampling: RMS of the difference of log-probabilities, nats.'],
  ['truncated', 'answers cut off', 'share', 'Share of the answers that maxTokens cut off.'],
  ['learningRate', 'learning rate', 'number', ''],
  ['paddingShare', 'padding', 'share', 'Share of the tokens that only fill up a batch.'],
]

const tasks: readonly Row[] = [
  ['outside', 'Tasks outside the band', 'number', 'Groups of the iteration that were too hard or too easy.'],
  ['proposed', 'Proposals', 'number', 'Edits of tasks proposed in the iteration.'],
  ['accepted', 'Accepted', 'number', 'Edits accepted in the iteration.'],
  ['acceptedHarder', 'Accepted, harder', 'number', 'Since the run began.'],
  ['acceptedEasier', 'Accepted, easier', 'number', 'Since the run began.'],
]

const speed: readonly Row[] = [
  ['stepsPerSecond', 'Steps a second', 'number', 'World steps; evaluation and checkpoint left out.'],
  [
    'tokensPerSecond',
    'Tokens a second',
    'number',
    'Read and written by models in episodes; evaluation and checkpoint left out.',
  ],
  ['deviceShare', 'Share of time on the device', 'share', 'Evaluation and checkpoint left out.'],
  [
    'deviceUse',
    'Use of the device',
    'share',
    'Share of the time in which it worked or something waited for it that it worked.',
  ],
  [
    'queueP95',
    'Wait for the device',
    'milliseconds',
    'Time that requests waited, 95th percentile, of the verb that waited longest.',
  ],
]

const under = (prefix: string, section: string, name: string, rows: readonly Row[]): readonly MeasureInfo[] =>
  rows.map(([id, title, format, about]) => ({
    id: `${prefix}${id}`,
    title: name === '' ? title : `${name}: ${title}`,
    section,
    format,
    about,
  }))

const known: readonly MeasureInfo[] = [
  ...under('', 'Success', '', success),
  ...under('probe.', 'Reward model', 'Probe', judge),
  ...under('judge.', 'Reward model', 'Training', judge),
  ...under('policy.', 'Updates', 'Policy', training),
  ...under('reward-model.', 'Updates', 'Reward model', training),
  ...under('adaptation.', 'Tasks', '', tasks),
  ...under('speed.', 'Time', '', speed),
]

const rank = new Map(known.map((measure, index) => [measure.id, { measure, index }]))

/** Measures of held-out tasks come first, then those that have a place here, then the method's own and all others by name. */
export function describedMeasures(ids: readonly string[]): readonly MeasureInfo[] {
  const heldOut = ids.filter(id => id.startsWith('success ')).sort()
  const placed = ids.flatMap(id => rank.get(id) ?? []).sort((one, other) => one.index - other.index)
  const others = ids.filter(id => !rank.has(id) && !id.startsWith('success ')).sort()
  return [...heldOut.map(evaluated), ...placed.map(({ measure }) => measure), ...others.map(another)]
}

function evaluated(id: string): MeasureInfo {
  const [, split = '', temperature = ''] = id.split(' ')
  const title = `Success, ${split}, ${temperature === '0' ? 'greedy' : `temperature ${temperature}`}`
  return { id, title, section: 'Success', format: 'share', about: 'Share of the held-out tasks that were won.' }
}

function another(id: string): MeasureInfo {
  const isTime = id.startsWith('time.')
  return {
    id,
    title: id.replace(/^(own|time)\./, ''),
    section: isTime ? 'Time' : id.startsWith('own.') ? 'Of the method' : 'Others',
    format: isTime ? 'milliseconds' : 'number',
    about: '',
  }
}
