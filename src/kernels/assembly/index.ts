export { squares } from './squares'
