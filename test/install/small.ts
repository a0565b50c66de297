/** Settings of the smallest run that does all that a run does. */
export const small = [
  'tasks.slots=4',
  'tasks.perIteration=2',
  'tasks.episodes=4',
  'evaluation.tasks=4',
  'evaluation.probeTasks=2',
  'evaluation.every=0',
  'rewardModel.votes=2',
]
