export default {
  config: { iterations: 60 },
  presets: { long: { config: { iterations: 240, evaluation: { every: 20 } } } },
}
