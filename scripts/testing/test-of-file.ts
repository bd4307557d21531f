// What a test file gets as its `tap` in a process of several files.

import { currentTest } from './current-test.ts';

export default currentTest();
