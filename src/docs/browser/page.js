/*
 * Shows the operations of the contract with Swagger UI: with their stability, their end and samples
 * of code beside them, and with names for what a screen reader would otherwise find nameless.
 */

/* global SwaggerUIBundle */

const place = document.querySelector('#swagger-ui');

SwaggerUIBundle({
  domNode: place,
  url: place.dataset.contract,
  layout: 'Operations',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // Its colours are too pale to be read by everybody.
  syntaxHighlight: { activated: false },
  plugins: [operationsLayout, accessibleNames, operationFacts],
});

/** The operations alone: the page itself has the rest. */
function operationsLayout({ React }) {
  const h = React.createElement;
  return { components: { Operations } };

  function Operations({ getComponent, specSelectors }) {
    const part = (name, isConnected = true) => h(getComponent(name, isConnected));
    const hasFailed = specSelectors.loadingStatus() === 'failed';
    if (hasFailed) return h('p', { role: 'alert' }, 'The operations could not be loaded.');
    if (!specSelectors.specStr()) return h('p', null, 'The operations are being loaded.');
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

/** What the contract says about an operation in its extensions. */
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
      sunset && h('span', { className: 'badge sunset' }, `deprecated, goes on ${readable(sunset)}`),
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
          // Browsers offer the clipboard only where nobody can listen.
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

/** A day of the contract, such as 2030-12-05, in words. */
function readable(day) {
  const style = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' };
  return new Date(day).toLocaleDateString('en-GB', style);
}

/** Gives elements of Swagger UI the names and roles that they lack. */
function accessibleNames({ React }) {
  const h = React.createElement;
  return {
    wrapComponents: {
      // It is shown within a button, which must not have a link in it.
      DeepLink:
        () =>
        ({ text }) =>
          h('span', null, text),
      // What is written on a button is its name.
      Button:
        (Original) =>
        ({ 'aria-label': _, ...props }) =>
          h(Original, props),
      CloseIcon: (Original) => (props) =>
        h(React.Fragment, null, h(Original, props), h('span', { className: 'unseen' }, 'Close')),
      // The name of a parameter.
      JsonSchema_string: (Original) => (props) =>
        h('label', null, h('span', { className: 'unseen' }, props.description), h(Original, props)),
      Servers: (Original) =>
        dressed(Original, ({ props }) => props.id === 'servers' && { 'aria-label': 'Server' }),
      ExamplesSelect: (Original) =>
        dressed(Original, ({ type }) => type === 'select' && { 'aria-label': 'Example' }),
      TextArea: (Original) => (props) => h(Original, { 'aria-label': 'Request body', ...props }),
      // The heading before it is of the fourth level.
      HttpAuth: (Original) => dressed(Original, ({ type }) => type === 'h6' && { 'aria-level': 5 }),
      // A region needs a name, and a table is more to a screen reader than a region.
      responses: (Boundary) =>
        within(Boundary, (Responses) =>
          dressed(Responses, ({ props }) => props.role === 'region' && { role: undefined }),
        ),
      authorizationPopup: (Original) =>
        dressed(
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

  /** A component that Swagger UI keeps in a boundary for its errors, changed within it. */
  function within(Boundary, change) {
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

  /** A component some of whose elements have further attributes. */
  function dressed(Original, attributesOf) {
    if (!Original.prototype?.isReactComponent) return (props) => dress(Original(props));
    return class extends Original {
      render() {
        return dress(super.render());
      }
    };

    function dress(element) {
      if (!React.isValidElement(element)) return element;
      const { children } = element.props;
      const within = children === undefined ? [] : [children].flat().map(dress);
      return React.cloneElement(element, attributesOf(element) || {}, ...within);
    }
  }
}
