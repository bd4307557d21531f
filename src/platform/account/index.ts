// What is a customer's own: its plan, its usage and its API keys.

export { type AccountOperations, hasAccount, managerScopesOf, withAccount } from './account.ts';
