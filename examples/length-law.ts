/** A law of one's own: an episode is paid the same in all, however long it is. */
import type { Formulation, GroupEpisode } from 'rlanything'
import { law, votedGroups } from 'rlanything/testing'

type StepReward = Required<Formulation>['stepReward']

/** Of all its steps. */
const pay = (stepReward: StepReward, episode: GroupEpisode): number =>
  episode.votes.reduce((sum, _, step) => sum + stepReward(episode, step, { iteration: 1, iterations: 1 }), 0)

const twice = ({ votes, anchorObservations, ...rest }: GroupEpisode): GroupEpisode => ({
  ...rest,
  votes: votes.flatMap(ofStep => [ofStep, ofStep]),
  anchorObservations: anchorObservations.flatMap(text => [text, text]),
})

const show = ({ outcome, votes }: GroupEpisode) => ({
  columns: ['outcome', 'steps', 'votes'],
  rows: [[outcome, votes.length, votes.map(ofStep => ofStep?.join(' ')).join(' | ')]],
})

export default [
  law<GroupEpisode>({
    name: 'length-pays-nothing',
    statement: 'an episode with each step taken twice is paid the same in all',
    source: 'a policy that is paid by the step learns to dawdle',
    severity: 'should',
    part: 'stepReward',
    cases: () => votedGroups.map(([episode]) => episode!),
    show,
    find: ({ stepReward }, episode) => {
      const [expected, found] = [pay(stepReward, episode), pay(stepReward, twice(episode))]
      return Math.abs(found - expected) < 1e-9
        ? null
        : { table: show(episode), expected: String(expected), found: `${found} with each step twice` }
    },
  }),
]
