import { contract } from '../../src/contract/operations.ts';
import { type CheckAnswer, responseCheck } from './properties/check-response.ts';

/** Checks that the contract of this service describes a response. */
export const checkAnswer: CheckAnswer = responseCheck(contract.document);
