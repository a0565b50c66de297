/**
 * Settings of the paper, or of its authors' code where the paper has none, for the text agent; of the coding agent where
 * noted. Source: Wang, Xie, Shen, Wang, Yang, RLAnything, arXiv 2602.02488.
 */
export const paperValues: Readonly<Record<string, string>> = {
  'tasks.perIteration': '16',
  'tasks.episodes': '8',
  'feedback.lambda': '1',
  'feedback.singleton': 'raw (the authors’ code)',
  'policy.temperature': '0.8',
  'policy.minibatches': '4',
  'policy.clip': '0.2',
  'policy.klWeight': '0.01',
  'policy.clipNorm': '1',
  'policy.filter': '[0,1]',
  'rewardModel.temperature': '0.8',
  'rewardModel.votes': '3; coding 16 to 32',
  'rewardModel.malformedPenalty': '2',
  'rewardModel.group': 'step (the authors’ code)',
  'rewardModel.minibatches': '4',
  'rewardModel.clip': '0.2',
  'rewardModel.klWeight': '0.01',
  'rewardModel.clipNorm': '1',
  'rewardModel.filter': '[0.2,0.8]',
  'adaptation.low': '0.2',
  'adaptation.high': '0.8',
  'adaptation.rule': 'paper',
}
