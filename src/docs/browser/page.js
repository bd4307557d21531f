/*
 * Shows the operations of the contract with Swagger UI, and adds their stability, their sunset, code
 * samples, and the accessible names that Swagger UI lacks.
 */

/* global SwaggerUIBundle */

const container = document.querySelector('#swagger-ui');

SwaggerUIBundle({
  domNode: container,
  url: container.dataset.contract,
  layout: 'Operations',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  responseInterceptor: preferThisServer,
  // Its colours have too little contrast.
  syntaxHighlight: { activated: false },
  plugins: [operationsLayout, accessibleNames, operationFacts],
});

/** Requests are tried where the page is served, whatever the contract's first server is. */
function preferThisServer(response) {
  if (!new URL(response.url).pathname.endsWith('/openapi.json')) return response;
  const contract = JSON.parse(response.text);
  contract.servers.sort((a, b) => b.url.startsWith('/') - a.url.startsWith('/'));
  response.text = JSON.stringify(contract);
  return response;
}

/** Only the operations: the page has its own header and guides. */
function operationsLayout({ React }) {
  const h = React.createElement;
  return { components: { Operations } };

  function Operations({ getComponent, specSelectors }) {
    const part = (name, isConnected = true) => h(getComponent(name, isConnected));
    const hasFailed = specSelectors.loadingStatus() === 'failed';
    if (hasFailed) return h('p', { role: 'alert' }, 'The operations could not be loaded.');
    if (!specSelectors.specStr()) return h('p', null, 'Loading the operations.');
    return h(
      'div',
      { className: 'swagger-ui' },
      part('SvgAssets', false),
      part('errors'),
      h('div', { className: 'access' }, part('ServersContainer'), part('AuthorizeBtnContainer')),
      part('operations'),
      part('Models'),
    );
  }
}

/** Shows the contract's extensions of an operation: stability, sunset, code samples. */
function operationFacts({ React, specSelectors }) {
  const h = React.createElement;
  return {
    wrapComponents: {
      OperationSummaryPath: (Original) => (props) => {
        const { path, method } = props.operationProps.toObject();
        return h(React.Fragment, null, h(Original, props), ...badges(find(path, method)));
      },
      responses: (Original) => (props) =>
        h(React.Fragment, null, codeSamples(find(props.path, props.method)), h(Original, props)),
    },
  };

  function find(path, method) {
    return specSelectors.specJson().getIn(['paths', path, method]);
  }

  function badges(operation) {
    const stability = operation.get('x-stability');
    const sunset = operation.get('x-sunset');
    return [
      h('span', { className: `badge ${stability}` }, stability),
      sunset &&
        h(
          'span',
          { className: 'badge sunset' },
          `deprecated, will be removed on ${formatDay(sunset)}`,
        ),
    ];
  }

  function codeSamples(operation) {
    const samples = operation.get('x-codeSamples')?.toJS() ?? [];
    return h(
      'div',
      { className: 'opblock-section code-samples' },
      h('div', { className: 'opblock-section-header' }, h('h4', null, 'Code samples')),
      ...samples.map(({ label, source }) =>
        h(
          'details',
          null,
          h('summary', null, label),
          // Browsers offer the clipboard only in a secure context.
          navigator.clipboard &&
            h('button', { type: 'button', onClick: () => copy(source) }, `Copy ${label}`),
          h('pre', null, h('code', null, source)),
        ),
      ),
    );
  }

  function copy(text) {
    return navigator.clipboard.writeText(text);
  }
}

/** Formats a day of the contract: 2030-12-05 becomes 5 December 2030. */
function formatDay(day) {
  const style = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' };
  return new Date(day).toLocaleDateString('en-GB', style);
}

/** Gives elements of Swagger UI the accessible names and roles that they lack. */
function accessibleNames({ React }) {
  const h = React.createElement;
  return {
    wrapComponents: {
      // It is inside a button, which must not contain a link.
      DeepLink:
        () =>
        ({ text }) =>
          h('span', null, text),
      // The text of a button is its name.
      Button:
        (Original) =>
        ({ 'aria-label': _, ...props }) =>
          h(Original, props),
      CloseIcon: (Original) => (props) =>
        h(
          React.Fragment,
          null,
          h(Original, props),
          h('span', { className: 'visually-hidden' }, 'Close'),
        ),
      // Labels the input of a parameter.
      JsonSchema_string: (Original) => (props) =>
        h(
          'label',
          null,
          h('span', { className: 'visually-hidden' }, props.description),
          h(Original, props),
        ),
      Servers: (Original) =>
        withAttributes(
          Original,
          ({ props }) => props.id === 'servers' && { 'aria-label': 'Server' },
        ),
      ExamplesSelect: (Original) =>
        withAttributes(Original, ({ type }) => type === 'select' && { 'aria-label': 'Example' }),
      TextArea: (Original) => (props) => h(Original, { 'aria-label': 'Request body', ...props }),
      // The heading before it has level 4.
      HttpAuth: (Original) =>
        withAttributes(Original, ({ type }) => type === 'h6' && { 'aria-level': 5 }),
      // As a region the table would need a name, and lose the role of a table.
      responses: (Boundary) =>
        inBoundary(Boundary, (Responses) =>
          withAttributes(Responses, ({ props }) => props.role === 'region' && { role: undefined }),
        ),
      authorizationPopup: (Original) =>
        withAttributes(
          Original,
          ({ props }) =>
            props.className === 'modal-ux' && {
              role: 'dialog',
              'aria-modal': true,
              'aria-label': 'Available authorizations',
            },
        ),
    },
  };

  /** Changes a component inside the error boundary that Swagger UI wraps it in. */
  function inBoundary(Boundary, change) {
    let Changed;
    return class extends Boundary {
      render() {
        const boundary = super.render();
        const { type, props } = boundary.props.children;
        Changed ??= change(type);
        return React.cloneElement(boundary, {}, h(Changed, props));
      }
    };
  }

  /** Adds attributes to the elements that a component renders. */
  function withAttributes(Original, attributesOf) {
    if (!Original.prototype?.isReactComponent) return (props) => addAttributes(Original(props));
    return class extends Original {
      render() {
        return addAttributes(super.render());
      }
    };

    function addAttributes(element) {
      if (!React.isValidElement(element)) return element;
      const { children } = element.props;
      const changedChildren = children === undefined ? [] : [children].flat().map(addAttributes);
      return React.cloneElement(element, attributesOf(element) || {}, ...changedChildren);
    }
  }
}
