import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';

/** A server at https on this machine, which tests take for one of somebody else. */

/** Of `localhost`, for tests alone. */
const CERTIFICATE = `
-----BEGIN CERTIFICATE-----
MIIBrDCCAVKgAwIBAgIUT53Yw0/Eh3ofQ4sz9bSgOT28VPIwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLY2xpZW50LnRlc3QwIBcNMjYxMTI4MjAyNDM3WhgPMjEyNjEx
MDQyMDI0MzdaMBYxFDASBgNVBAMMC2NsaWVudC50ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAErTFDg8YEqimUupTeGz47UTHgXjf5FRTjnIi1z8u/CHGxNDde
wWk/+RI3ZnkPPwVrVuEb/+xHJcPPruEzH4a2WKN8MHowHQYDVR0OBBYEFIJSF8OC
K4WERGiSV6KzmAtD2qoyMB8GA1UdIwQYMBaAFIJSF8OCK4WERGiSV6KzmAtD2qoy
MA8GA1UdEwEB/wQFMAMBAf8wJwYDVR0RBCAwHoILY2xpZW50LnRlc3SCCWxvY2Fs
aG9zdIcEfwAAATAKBggqhkjOPQQDAgNIADBFAiEAm0qWw7Pesz8TR5M6pMZXFu9E
4BHwOQtwUA0wvRMmOdwCIGQxMcCMklCLyv4QZxyQpLh4kMoYl6S2mWzy8MIhIGiF
-----END CERTIFICATE-----
`;
const KEY = `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgACL7ooOOJwdapJXh
2CNnIxi0KLh4fa+lXLBvzVQDM/qhRANCAAStMUODxgSqKZS6lN4bPjtRMeBeN/kV
FOOciLXPy78IcbE0N17BaT/5EjdmeQ8/BWtW4Rv/7Eclw8+u4TMfhrZY
-----END PRIVATE KEY-----
`;

/** @returns its origin, and what stops it */
export async function startHttps(answer: RequestListener) {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), CERTIFICATE]);
  const server = createServer({ cert: CERTIFICATE, key: KEY }, answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
