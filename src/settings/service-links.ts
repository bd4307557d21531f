/**
 * What Kubernetes sets for every service of a namespace, and Docker for a linked container, where its name
 * may be a setting of ours: METRICS_PORT for a service `metrics`, CONTACT_NAME for a container `contact`.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
const LINKS: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/_PORT$/, /^(?:tcp|udp|sctp):\/\/\S+:\d+$/],
  [/_NAME$/, /^\/[^/\s]+\/[^/\s]+$/],
];

/** Whether a platform has set the variable to say where another service is. */
export function isServiceLink(name: string, value: string): boolean {
  return LINKS.some(([names, values]) => names.test(name) && values.test(value));
}
