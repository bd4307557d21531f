// Every operation of this service is sent valid and faulty requests.

import t from 'tap';
import { service } from '../../src/service.ts';
import { openStore } from '../helper.ts';
import { testProperties } from '../platform/contract/properties.ts';

t.test('the contract of the service responds to every request as it says', async (t) => {
  await testProperties(t, service, await openStore(t));
});
