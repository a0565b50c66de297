/** Votes as potential, which count as much as the votes of the plan's other arms: λ = 3. */
import { votesAsPotential } from 'rlanything'

export default votesAsPotential({ weight: 3 })
