// What is a customer's own: its plan, its usage and its API keys.

export { accountHandlers } from './account.ts';
