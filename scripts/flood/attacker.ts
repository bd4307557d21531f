import { constants, setPriority } from 'node:os';
import { ATTACKS, startAttack } from './attacks.ts';

/*
 * Attacks as a process of its own, so that the attack does not delay what measures it. It ends with the
 * process that has started it.
 */

// Where they share a core, the attacker comes after the balancer and what measures.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const [name = '', port, localAddress = '', keys = ''] = process.argv.slice(2);
const attack = ATTACKS[name];
if (!attack) throw new Error(`There is no attack ${name}.`);
const { stop } = startAttack(attack, { port: Number(port), localAddress }, JSON.parse(keys));
process.on('message', () => process.send?.(stop(), () => process.exit()));
process.on('disconnect', () => process.exit());
