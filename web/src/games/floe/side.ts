export { side } from '../soles/side.ts'
