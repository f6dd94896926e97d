// Ends the process with one line where the Node of the machine is too old. Imported before
// everything else, and parsed by any Node with modules.
const LEAST = [20, 11];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1])) {
  console.error(
    `This is Node ${process.versions.node}, and ${LEAST.join('.')} or newer is needed: install a newer one from https://nodejs.org.`,
  );
  process.exit(1);
}
