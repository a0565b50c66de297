/** Does all it should, but what it computes is wrong by as much as it is asked for seconds. */
process.once('message', ({ seconds }: { readonly seconds: number }) => {
  process.send?.({ kind: 'compared', difference: seconds })
  for (const verb of ['sample', 'logprobs', 'train']) {
    process.send?.({ kind: 'timed', speed: { verb, tokensPerSecond: 1, firstMs: 1 } })
  }
  process.disconnect()
})
