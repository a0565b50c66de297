/** A run of small models: they call elements by their names. */
export default {
  config: {
    environment: { options: { dialect: 'names' } },
    policy: { maxTokens: 6 },
  },
  presets: {
    long: { config: { environment: { options: { depths: ['long'] } } } },
  },
}
