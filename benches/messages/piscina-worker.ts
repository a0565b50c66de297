/** The other end in a pool of one thread. */
import type { Post } from './parcel.ts'

export default function echo(post: Post): Post {
  return post
}
