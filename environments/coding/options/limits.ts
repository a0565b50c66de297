/** The most that a task may have of each. */
export const maxClauses = 6
export const longestList = 12
export const largestK = 8
export const maxDistractors = 3
