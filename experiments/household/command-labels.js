/**
 * The household with coarser labels: a step is good if the game understood its command, whether or not it leads anywhere. With
 * `feedback.source` expert a run learns from these labels instead of votes.
 */
import household from 'rlanything/environments/household'

export default function commandLabels(options) {
  const world = household(options)
  return {
    ...world,
    label: (state, action) => {
      const good = world.step(state, action).observation !== 'Nothing happens.'
      return { good, reason: good ? 'understood' : 'nothing happens' }
    },
  }
}
