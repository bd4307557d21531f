import {
  type CheckAnswer,
  responseCheck,
} from '../../scripts/contract-properties/check-response.ts';
import { contract } from '../../src/contract/operations.ts';

/** Checks that the contract of this service describes a response. */
export const checkAnswer: CheckAnswer = responseCheck(contract.document);
