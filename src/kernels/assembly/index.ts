export { adamw } from './adamw'
export { add } from './add'
export { squares } from './squares'
