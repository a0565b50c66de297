import type { ModelConfig } from '../../../contracts/models/model-config.ts'
import { isRotary } from '../../../model/tensors/architecture.ts'
import { headSize } from '../../../model/tensors/tensors.ts'
import { layerBytes, type Pages } from './pages.ts'
import type { KernelLayout } from './prefill-chunks.ts'

/**
 * Attention over pages, in kernels: writes the keys and values of the new tokens of a layer to their pages, and computes the attention
 * output; in the last layer only of the last token of each chunk.
 * Source: Kwon et al., Efficient memory management for large language model serving with PagedAttention, SOSP 2023.
 */
export function attend({ kernels }: Pages, config: ModelConfig, layout: KernelLayout, layer: number): void {
  const { num_attention_heads: heads, num_key_value_heads: pairs, num_hidden_layers: layers } = config
  const size = headSize(config)
  const place = layer * layerBytes(config)
  const { ids, positions, entries, projected, width, scores, attended } = layout
  const queries = layer === layers - 1 ? layout.last : layout.all
  if (isRotary(config, layer)) kernels.rotate(projected, width, ids.length, heads + pairs, size, positions, 0)
  kernels.remember(projected, width, heads * size, ids.length, pairs, size, entries, place)
  kernels.attend(queries.place, queries.count, projected, width, heads, pairs, size, place, scores, attended)
}
