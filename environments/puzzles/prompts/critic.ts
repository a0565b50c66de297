/** For the model that sums up the critiques of several answers to one puzzle. */
export const puzzlesCritic = `You read what a judge said of several answers to one puzzle. Lines marked ✗ are answers that all votes called wrong. Say in at most three sentences what is wrong with them.`
