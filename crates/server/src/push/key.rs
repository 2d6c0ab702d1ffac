//! The key that says to push services who we are (RFC 8292).

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::json;

use super::address::Endpoint;
use crate::keyfile::{BadKey, read_or_make};
use crate::store::Store;

/// Under which name the database keeps the public key.
const NAME: &str = "push-key";

/// How long a signature is good, in seconds; push services take at most a day.
const GOOD_FOR: i64 = 12 * 60 * 60;

/// The key, and whom to write to about what is sent with it; it has no `Debug`, so that it does not
/// end up in a log by accident.
pub struct PushKey {
    key: SigningKey,
    public: String,
    contact: String,
}

impl PushKey {
    /// Reads a key, or makes one if there is no such file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or made, is no key, or others may read it.
    pub fn open(path: &Path, contact: &str) -> Result<PushKey, BadKey> {
        let (bytes, _) = read_or_make(path)?;
        PushKey::from_bytes(&bytes, contact).ok_or_else(|| BadKey::Malformed(path.display().to_string()))
    }

    /// Makes sure that browsers know this key, or none yet; `anew` takes this one from now on.
    ///
    /// # Errors
    ///
    /// If they know another one.
    pub async fn check(&self, path: &Path, store: &dyn Store, anew: bool) -> Result<(), BadKey> {
        let mut kept = store.keep_once(NAME, &self.public).await?;
        if kept != self.public && anew {
            store.keep_no_longer(NAME).await?;
            kept = store.keep_once(NAME, &self.public).await?;
        }
        if kept == self.public { Ok(()) } else { Err(BadKey::OtherPush(path.display().to_string())) }
    }

    /// A key that is kept somewhere; none if these bytes cannot be one.
    pub fn from_bytes(bytes: &[u8; 32], contact: &str) -> Option<PushKey> {
        let key = SigningKey::from_slice(bytes).ok()?;
        let public = URL_SAFE_NO_PAD.encode(key.verifying_key().to_encoded_point(false).as_bytes());
        Some(PushKey { key, public, contact: contact.to_owned() })
    }

    /// The key that everybody may know, in base64url.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// The header that says to a push service who we are; `now` is in seconds since 1970.
    pub fn authorization(&self, endpoint: &Endpoint, now: i64) -> String {
        let claims = json!({"aud": endpoint.origin(), "exp": now + GOOD_FOR, "sub": self.contact});
        let part = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(json!({"typ": "JWT", "alg": "ES256"})), part(claims));
        let signature: Signature = self.key.sign(signed.as_bytes());
        format!("vapid t={signed}.{}, k={}", URL_SAFE_NO_PAD.encode(signature.to_bytes()), self.public)
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier;
    use serde_json::Value;

    use super::*;

    #[test]
    fn whoever_has_the_public_key_can_check_who_we_are() {
        let key = PushKey::from_bytes(&[7; 32], "mailto:ann@chess.example").expect("a key");
        let endpoint = Endpoint::read("https://push.example/a", false).expect("an endpoint");
        let header = key.authorization(&endpoint, 1_800_000_000);
        let (token, public) =
            header.strip_prefix("vapid t=").expect("a scheme").split_once(", k=").expect("a key");
        assert_eq!(public, key.public());
        let read = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
        let (signed, signature) = token.rsplit_once('.').expect("a signature");
        let public = VerifyingKey::from_sec1_bytes(&read(public)).expect("a public key");
        let signature = Signature::from_slice(&read(signature)).expect("a signature");
        public.verify(signed.as_bytes(), &signature).expect("it is ours");
        let (_, claims) = signed.split_once('.').expect("claims");
        let claims: Value = serde_json::from_slice(&read(claims)).expect("JSON");
        assert_eq!(
            claims,
            json!({"aud": "https://push.example", "exp": 1_800_043_200, "sub": "mailto:ann@chess.example"})
        );
    }

    #[test]
    fn not_every_number_is_a_key() {
        assert!(PushKey::from_bytes(&[0; 32], "").is_none());
        assert!(PushKey::from_bytes(&[0xff; 32], "").is_none());
    }
}
