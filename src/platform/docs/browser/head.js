// Runs before anything is painted, so that nothing changes its look later.

import { readStored } from '../../pages/browser/storage.js';

const { classList, style } = document.documentElement;

classList.add('js');
style.colorScheme = readStored('localStorage', 'theme');
