/** Loaded with the first submit or the first field left: zod is heavier than the page. */
export { loginBody, registerForm } from '../members.contract.ts'
