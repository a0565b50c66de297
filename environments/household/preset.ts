/** The default preset is that of any world; a longer run shows the limits of learning from the outcome alone. */
export default {
  presets: {
    long: { config: { iterations: 240, evaluation: { every: 20 } } },
  },
}
